import { createSha256 } from "./sha256.ts";

/** Characters of a line that are written. */
const maxLineLength = 2_000;
/** Lines of a section that are written: its last. */
const maxSectionLines = 200;
/** Sections that are written, and that may be open in each other. */
const maxSections = 20;

interface Section {
  readonly name: string;
  readonly first: number;
  readonly lines: LastLines;
  hasError: boolean;
}

/** The last lines that were added, with the number of the last one. */
class LastLines {
  readonly #max: number;
  readonly #lines: string[] = [];
  last = 0;
  constructor(max: number) {
    this.#max = max;
  }

  add(line: string, number: number): void {
    this.#lines.push(line);
    // Cut now and then: a shift of each line would cost more than it saves.
    if (this.#lines.length > 2 * this.#max) this.#lines.splice(0, this.#lines.length - this.#max);
    this.last = number;
  }

  /** Returns the lines, each ended, and the number of the first of them. */
  text(): { readonly first: number; readonly text: string } {
    const lines = this.#lines.slice(-this.#max);
    return { first: this.last - lines.length + 1, text: lines.map((line) => `${line}\n`).join("") };
  }
}

const sectionMark = /section_(start|end):\d+:([\w.-]+)(?:\[[^\]]*\])?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences that colour a terminal begin with one
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal does not show
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
const errorLine =
  /^(?:\S+ )?(?:\[?(?:error|fatal|panic)\b|(?:\w+)?(?:Error|Exception): |Traceback |FAIL(?:ED)?\b|not ok )/i;
/** Tokens of services, and credentials inside a URL. */
const secrets = [/\b(?:hlv|gl[a-z]{2,5})-[\w-]{8,}/g, /(?<=:\/\/)[^\s/@]+(?=@)/g];

/** Returns a line as it is read: the last state of a progress bar, without colours, marks and tokens. */
function plainLine(raw: string): string {
  const shown = raw.replace(sectionMark, "").replace(/\r+$/, "");
  const text = shown
    .slice(shown.lastIndexOf("\r") + 1)
    .replace(escapes, "")
    .replace(controls, "");
  const hidden = secrets.reduce((line, pattern) => line.replace(pattern, "[secret]"), text);
  return hidden.length > maxLineLength ? `${hidden.slice(0, maxLineLength)}…` : hidden;
}

/**
 * Returns the parts of a job's log that show why it ended: the sections that have an error or were not closed, and the last
 * lines; with the size and hash of all of it. Reads it as it arrives.
 */
export async function logExcerpt(
  bytes: AsyncIterable<Uint8Array>,
  title: string,
  tailLines: number,
): Promise<string> {
  const hash = createSha256();
  const decoder = new TextDecoder();
  const tail = new LastLines(tailLines);
  const open: Section[] = [];
  const failed: Section[] = [];
  let size = 0;
  let count = 0;
  let rest = "";

  function take(raw: string): void {
    count++;
    const line = plainLine(raw);
    for (const [, kind, name = ""] of raw.matchAll(sectionMark)) {
      if (kind === "start" && open.length < maxSections)
        open.push({ name, first: count, lines: new LastLines(maxSectionLines), hasError: false });
      if (kind === "end") {
        const at = open.findLastIndex((section) => section.name === name);
        for (const section of at < 0 ? [] : open.splice(at))
          if (section.hasError && failed.length < maxSections) failed.push(section);
      }
    }
    const inner = open.at(-1);
    if (inner && errorLine.test(line)) inner.hasError = true;
    for (const { lines } of open) lines.add(line, count);
    tail.add(line, count);
  }

  for await (const chunk of bytes) {
    size += chunk.length;
    hash.update(chunk);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
    // A progress bar without line ends: only its last state is shown.
    if (rest.length > 1024 * 1024) rest = rest.slice(-maxLineLength);
  }
  rest += decoder.decode();
  if (rest !== "") take(rest);
  const number = (value: number) => value.toLocaleString("en");
  const shown = [...failed, ...open].slice(0, maxSections).map(({ name, lines }) => {
    const { first, text } = lines.text();
    return `\n--- section ${name}, lines ${number(first)} to ${number(lines.last)} ---\n${text}`;
  });
  const { first, text } = tail.text();
  return [
    `${title}\n`,
    `The whole log: ${number(count)} lines, ${number(size)} bytes, SHA-256 ${hash.hex()}\n`,
    ...shown,
    count === 0 ? "" : `\n--- the last lines, ${number(first)} to ${number(tail.last)} ---\n${text}`,
  ].join("");
}
