// Works while no page of the house is open: shows what a push says, and leads to its table.

addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, data: { url } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil((async () => {
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => new URL(page.url).pathname === url);
    return open ? open.focus() : clients.openWindow(url);
  })());
});
