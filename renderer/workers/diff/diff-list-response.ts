import type { Optional } from "../../../shared/optional.ts";
import { parseJson } from "../../../shared/text/parse-json.ts";
import { beginningOf } from "./parse-patch.ts";
import { createYield } from "./yield-to-event-loop.ts";

/** Takes entries that follow each other, as the host sends them, each with the beginning of its diff. */
export type EmitEntries = (entries: readonly unknown[]) => void;

/** The rest of a response with diffs. */
export interface DiffListRest {
  /** The body, with an empty list in place of the entries. */
  readonly body: unknown;
  readonly headers: [string, string][];
}

interface DiffListReader
  extends Optional<{
    signal: AbortSignal;
  }> {
  /** Called with each whole diff, in order. */
  readonly onDiff: (diff: string) => void;
  /** Called with entries as they arrive. */
  readonly emit: EmitEntries;
}

/**
 * Reads a response that lists `diffs`: each whole diff, then the rest. Throws ProblemError.
 */
export async function readDiffListResponse(
  response: Response,
  { onDiff, emit, signal }: DiffListReader,
): Promise<DiffListRest> {
  const batch = batchEntries(emit);
  const reader = new StreamingJsonList("diffs", (entry) => {
    const diff = entry && typeof entry === "object" && "diff" in entry ? entry.diff : undefined;
    onDiff(typeof diff === "string" ? diff : "");
    if (entry && typeof diff === "string") Object.assign(entry, { diff: beginningOf(diff) });
    batch.add(entry);
  });
  try {
    await readInto(reader, response);
  } catch (error) {
    if (signal?.aborted) throw error;
    const { ProblemError } = await problemErrors();
    throw new ProblemError({
      code: "unavailable",
      message: "The connection was lost before all changes were loaded.",
      detail: String(error),
      retry: true,
    });
  } finally {
    batch.end();
  }
  const body = parseJson(reader.end());
  if (body === undefined) {
    const { ProblemError } = await problemErrors();
    throw new ProblemError({
      code: "bad_response",
      message: "The response is incomplete or has an unexpected format.",
      retry: true,
    });
  }
  return { body: withoutDiffs(body), headers: [...response.headers] };
}

const problemErrors = () => import("../../../shared/errors.ts");

/** Returns a body with an empty list in place of its entries' marks. */
const withoutDiffs = (body: unknown): unknown =>
  body && typeof body === "object" && "diffs" in body && Array.isArray(body.diffs)
    ? { ...body, diffs: [] }
    : body;

async function readInto(reader: StreamingJsonList, { body }: Response): Promise<void> {
  const chunks = body?.getReader();
  const decoder = new TextDecoder();
  const turn = createYield();
  for (let next = await chunks?.read(); next && !next.done; next = await chunks?.read()) {
    reader.push(decoder.decode(next.value, { stream: true }));
    await turn();
  }
  reader.push(decoder.decode());
}

/** Milliseconds between two batches: each one makes the page render. */
const intervalMs = 80;

/** Returns a batch that emits the first entries at once and later ones at intervals. */
function batchEntries(emit: EmitEntries) {
  let entries: unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const end = () => {
    clearTimeout(timer);
    if (entries.length === 0) return;
    last = performance.now();
    const batch = entries;
    entries = [];
    emit(batch);
  };
  return {
    add(entry: unknown) {
      entries.push(entry);
      if (entries.length > 1) return;
      const wait = last + intervalMs - performance.now();
      if (wait > 0) timer = setTimeout(end, wait);
      // Entries of the same task are emitted together.
      else queueMicrotask(end);
    },
    /** Emits what was not emitted yet. */
    end,
  };
}

/**
 * Reads the JSON of an object while it arrives, and emits the entries of one of its lists as soon as each is complete.
 * It splits at brackets and quotes alone; `JSON.parse` does the rest.
 */
export class StreamingJsonList {
  readonly #field: string;
  readonly #onEntry: (entry: unknown) => void;
  /**
   * Text outside of the list's entries; each entry is replaced by a mark, so that the text between entries is checked
   * too.
   */
  #rest: string[] = [];
  /** The beginning of the entry that is arriving. */
  #entry: string[] = [];
  #state: "outside" | "list" | "entry" = "outside";
  #depth = 0;
  #inString = false;
  #escaped = false;
  #rootIsObject = false;
  #awaitsKey = false;
  /** The last key of the outermost object, with its quotes; null between keys. */
  #key: string | null = null;
  #found = false;
  #entries = 0;
  #broken = false;

  constructor(field: string, onEntry: (entry: unknown) => void) {
    this.#field = field;
    this.#onEntry = onEntry;
  }

  push(text: string): void {
    let from = 0;
    let at = 0;
    const flush = () => {
      (this.#state === "entry" ? this.#entry : this.#rest).push(text.slice(from, at));
      from = at;
    };
    while (at < text.length) {
      if (this.#inString) {
        const start = at;
        at = this.#skipString(text, at);
        if (this.#state === "outside" && this.#awaitsKey) this.#key += text.slice(start, at);
        continue;
      }
      const code = text.charCodeAt(at);
      if (this.#state === "list" && !between(code) && code !== closeList) {
        flush();
        this.#state = "entry";
      }
      if (this.#state === "entry" && this.#depth === 2 && (between(code) || code === closeList)) {
        flush();
        this.#endEntry();
        continue;
      }
      at++;
      if (code === quote) {
        this.#inString = true;
        if (this.#state === "outside" && this.#awaitsKey) this.#key = '"';
      } else if (code === openObject || code === openList) this.#open(code);
      else if (code === closeObject || code === closeList) this.#close(code);
      else if (this.#state === "outside" && this.#depth === 1) this.#between(code);
      if (this.#state === "entry" && this.#depth === 2 && (code === closeObject || code === closeList)) {
        flush();
        this.#endEntry();
      }
    }
    flush();
  }

  /** Returns the text without the list's entries. It is invalid JSON where the whole text is. */
  end(): string {
    return [...this.#rest, ...this.#entry].join("");
  }

  #open(code: number): void {
    if (this.#depth === 0) {
      this.#rootIsObject = code === openObject;
      this.#awaitsKey = this.#rootIsObject;
    } else if (this.#depth === 1 && code === openList && !this.#found && this.#keyIsField()) {
      this.#found = true;
      this.#state = "list";
    }
    this.#depth++;
  }

  #close(code: number): void {
    // One at the list's own depth belongs to an invalid entry.
    if (this.#state === "entry" && this.#depth === 2) return;
    this.#depth--;
    if (this.#state === "list" && code === closeList) this.#state = "outside";
  }

  /** A character between the fields of the outermost object. */
  #between(code: number): void {
    if (code === colon) this.#awaitsKey = false;
    else if (code === comma) {
      this.#awaitsKey = this.#rootIsObject;
      this.#key = null;
    }
  }

  #keyIsField(): boolean {
    return !this.#awaitsKey && this.#key !== null && parseJson(this.#key) === this.#field;
  }

  #endEntry(): void {
    const text = this.#entry.join("");
    this.#entry = [];
    this.#state = "list";
    const value = this.#broken ? undefined : parseJson(text);
    // An invalid entry stays in the text, so that the text is invalid too.
    this.#broken ||= value === undefined;
    this.#rest.push(this.#broken ? text : `"${this.#entries++}"`);
    if (!this.#broken) this.#onEntry(value);
  }

  /** Returns the index after a string's closing quote, or the end of what is there of it. */
  #skipString(text: string, start: number): number {
    let at = this.#escaped ? start + 1 : start;
    this.#escaped = false;
    for (;;) {
      const found = text.indexOf('"', at);
      const end = found < 0 ? text.length : found;
      let slashes = 0;
      while (end - slashes > at && text.charCodeAt(end - slashes - 1) === backslash) slashes++;
      const escaped = slashes % 2 === 1;
      if (found < 0) {
        this.#escaped = escaped;
        return text.length;
      }
      at = found + 1;
      if (escaped) continue;
      this.#inString = false;
      return at;
    }
  }
}

const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, colon] = ['"', "\\", ",", ":"].map(codeOf);
const [openObject, closeObject, openList, closeList] = ["{", "}", "[", "]"].map(codeOf);

/** Returns whether a character separates entries: a comma, or JSON white space. */
const between = (code: number): boolean =>
  code === comma || code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
