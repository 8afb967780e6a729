/** A diff that stays in the worker: the address of the answer that it came in, and its place there. */
export interface HeldDiff {
  readonly url: string;
  readonly index: number;
}

/** An answer as it crosses to the page, which makes a `Response` of it. */
export interface HeldAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Characters of diffs that are kept; the answer that was used last stays whatever it weighs. */
const most = 100_000_000;

const held = new Map<string, readonly string[]>();

/**
 * Fetches an answer that lists `diffs` and keeps them here. What goes on to the page holds the beginning of each: up
 * to its first hunk's header, so that it tells whether there are lines. All else is as the host sent it.
 */
export async function fetchHeld(url: string, signal?: AbortSignal): Promise<HeldAnswer> {
  const response = await fetch(url, signal ? { signal } : {});
  const { status } = response;
  const headers = [...response.headers];
  const body = await response.text();
  const answer = response.ok ? parse(body) : undefined;
  const diffs: string[] = [];
  for (const entry of entriesOf(answer)) {
    const diff = entry && typeof entry === "object" && "diff" in entry ? entry.diff : undefined;
    diffs.push(typeof diff === "string" ? diff : "");
    if (entry && typeof diff === "string") Object.assign(entry, { diff: beginning(diff) });
  }
  if (response.ok) keep(url, diffs);
  return { status, headers, body: answer === undefined ? body : JSON.stringify(answer) };
}

/** The whole of a diff; its answer is fetched again where it was let go. */
export async function wholeDiff({ url, index }: HeldDiff): Promise<string> {
  if (!held.has(url)) await refetch(url);
  return held.get(url)?.[index] ?? "";
}

const running = new Map<string, Promise<void>>();

/** Fetches an answer once, however many diffs are asked for. */
function refetch(url: string): Promise<void> {
  const found = running.get(url);
  if (found) return found;
  const work = fetchHeld(url)
    .then(({ status }) => {
      if (!held.has(url)) throw new Error(`The changes could not be fetched again: HTTP ${status}`);
    })
    .finally(() => running.delete(url));
  running.set(url, work);
  return work;
}

function keep(url: string, diffs: readonly string[]): void {
  held.delete(url);
  held.set(url, diffs);
  let size = 0;
  for (const [name, texts] of [...held].reverse()) {
    for (const text of texts) size += text.length;
    if (size > most && name !== url) held.delete(name);
  }
}

/** What is not JSON is for the page to tell. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const entriesOf = (answer: unknown): readonly unknown[] =>
  answer && typeof answer === "object" && "diffs" in answer && Array.isArray(answer.diffs)
    ? answer.diffs
    : [];

function beginning(diff: string): string {
  const hunk = diff.search(/^@@/m);
  const end = diff.indexOf("\n", hunk);
  return hunk < 0 || end < 0 ? diff : diff.slice(0, end + 1);
}
