// Types that the scripts share. Checked by tsc, never sent to a browser.

/** An edit of a fragment, as difference.py describes it. */
type Edit =
  | [path: number[], first: number, count: number, markup: string]
  | [path: number[], attributes: Record<string, string | null>]
  | [path: number[], words: string];

/** The new markup of a fragment, or what changed in it. */
type Change = string | Edit[];

/** Changes by the id of their fragment. */
type Fragments = Record<string, Change>;

/** The answer to a POST; `error` is a sentence for people. */
interface Answer {
  error?: string;
  cause?: string;
  clause?: string | null;
  link?: string | null;
  move?: string;
  markup?: string; // what the coach says
  warning?: boolean; // of a blunder
  url?: string;
  sentence?: string;
}

/** What this browser added to the shuffle of a table: its nonce, chosen when it had seen the commitment. */
interface Share {
  table: string; // path of its page
  commitment: string;
  nonce: string;
}

/** A notification in the list under the bell. */
interface Notice {
  mark: string;
  table: string;
  kind: string;
  head: string;
  place: string;
  url: string;
}

interface DocumentEventMap {
  patched: CustomEvent<Fragments>; // the page shows other fragments
  sent: CustomEvent<Answer>; // moves were made
  drafted: Event; // the page shows another draft
  shown: Event; // another tab came to the front
}
