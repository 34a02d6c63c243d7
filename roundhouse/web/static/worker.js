// The service worker: shows push messages while no page is open, leads from a notification to its table, and shows a page of its own
// when the server cannot be reached. It caches nothing else: tables are live, and static files are cached by the browser.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = "offline-1";
const OFFLINE = "/offline";

scope.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().catch(() => {})); // a worker without the page still shows push messages
  scope.skipWaiting();
});

scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => offlinePage()));
});

scope.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  event.waitUntil(scope.registration.showNotification(title, { body, tag, data: { url } }));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** Keep the page with its style sheets, which it names. */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  const page = await fetch(OFFLINE);
  const styles = [...(await page.clone().text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
  await cache.put(OFFLINE, page);
  await cache.addAll(styles);
}

async function offlinePage() {
  return (await caches.match(OFFLINE)) ?? Response.error();
}

/** Focus the page with this path, or open one. @param {string} path */
async function open(path) {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname === path);
  return page ? page.focus() : scope.clients.openWindow(path);
}
