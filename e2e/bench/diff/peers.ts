import { openBrowser } from "../measuring/browser.ts";
import { type Measured, measurePage, type TimedOut } from "../measuring/measure.ts";

/** Another library's view of a patch. */
interface Peer {
  /** Its name in the tables. */
  readonly title: string;
  /** A script that returns a drawn line which was added. */
  readonly added: string;
  /** Scrolled element, where it is not the page. */
  readonly scroller?: string;
}

const query = (selector: string) => `document.querySelector("${selector}")`;
const pierre = {
  added: `[...document.querySelectorAll("diffs-container")].find((file) => file.shadowRoot?.querySelector('[data-line-type="change-addition"]'))`,
  scroller: "#root",
};

/** Peers by the names of their files in the folder `e2e/bench/peers/diff`. */
export const diffPeers: Readonly<Record<string, Peer>> = {
  "pierre-unified": { title: "@pierre/diffs, unified", ...pierre },
  "pierre-split": { title: "@pierre/diffs, split", ...pierre },
  "pierre-streamed": { title: "@pierre/diffs, streamed", ...pierre },
  codemirror: { title: "CodeMirror merge", added: query(".cm-merge-b .cm-changedLine") },
  monaco: { title: "Monaco diff", added: query(".modified-in-monaco-diff-editor .line-insert") },
  diff2html: { title: "diff2html, line by line", added: query(".d2h-ins") },
  "diff2html-side": { title: "diff2html, side by side", added: query(".d2h-ins") },
  "react-diff-view": { title: "react-diff-view, split", added: query(".diff-code-insert") },
  "git-diff-view": { title: "@git-diff-view/react, split", added: query("[data-operator='+']") },
};

/** Measures a peer in a browser of its own. */
export async function measureDiffPeer(
  url: string,
  name: string,
  limit: number,
): Promise<Measured | TimedOut> {
  const peer = diffPeers[name];
  if (!peer) throw new Error(`There is no peer ${name}`);
  const seen = `(${peer.added} ?? null) !== null`;
  return measurePage(`${url}/?peer=${name}`, {
    first: seen,
    all: `globalThis.done === true && ${seen}`,
    scroller: peer.scroller ?? "html",
    limit,
  });
}

declare global {
  var took: number | undefined;
}

/** Milliseconds in which diff2html (`parse`) or Helve (`read`) reads the patch, with nothing drawn. */
export async function measureReading(url: string, reader: "parse" | "read", limit: number): Promise<number> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/?peer=${reader}`);
    const took = await page.waitForFunction(() => globalThis.took, undefined, { timeout: limit });
    return (await took.jsonValue()) ?? Number.NaN;
  } finally {
    await browser.close();
  }
}
