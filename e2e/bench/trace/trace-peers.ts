import { openBrowser } from "../measuring/browser.ts";
import { type Measured, measurePage, type TimedOut } from "../measuring/measure.ts";

/** Another way to show a log. */
interface Peer {
  /** Its name in the tables. */
  readonly title: string;
  /** A selector of a drawn line. */
  readonly line: string;
  /** Scrolled element, where it is not the page. */
  readonly scroller?: string;
}

/** Peers by the names of their files in the folder `e2e/bench/peers/trace`. */
export const tracePeers: Readonly<Record<string, Peer>> = {
  split: { title: "split into strings, virtual rows", line: ".row", scroller: "#root" },
  xterm: { title: "xterm.js", line: ".xterm-rows > div", scroller: ".xterm-viewport" },
  "react-logviewer": {
    title: "react-logviewer",
    line: ".react-lazylog span, .log-line span",
    scroller: ".react-lazylog",
  },
  "ansi-up": { title: "ansi_up, innerHTML", line: "#root pre" },
};

/** Shows the trace with a peer, in a browser of its own. */
export async function measureTracePeer(
  url: string,
  name: string,
  limit: number,
): Promise<Measured | TimedOut> {
  const peer = tracePeers[name];
  if (!peer) throw new Error(`There is no peer ${name}`);
  const seen = `[...document.querySelectorAll(${JSON.stringify(peer.line)})].some((line) => line.textContent !== "")`;
  return measurePage(`${url}/?peer=${name}`, {
    first: seen,
    all: `globalThis.done === true && ${seen}`,
    scroller: peer.scroller ?? "html",
    limit,
  });
}

/** Highest rates of a page with bytes in memory, in megabytes a second. */
export interface Limits {
  /** Counting line ends. */
  readonly scan: number;
  /** Decoding, in pieces of one megabyte. */
  readonly decode: number;
  /** Looking for a word in decoded pieces. */
  readonly search: number;
  /** Matching a regular expression there. */
  readonly pattern: number;
}

declare global {
  var limits: Limits | undefined;
}

/** Reads the trace with nothing drawn. */
export async function measureLimits(url: string, limit: number): Promise<Limits> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/?peer=limits`);
    const found = await page.waitForFunction(() => globalThis.limits, undefined, { timeout: limit });
    const limits = await found.jsonValue();
    if (!limits) throw new Error("no limits");
    return limits;
  } finally {
    await browser.close();
  }
}
