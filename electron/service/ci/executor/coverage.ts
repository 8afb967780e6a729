import { RE2JS } from "re2js";

/** Characters of a line beyond which it is not searched. */
const maxLineLength = 10_000;

/**
 * Finds a job's coverage in what it prints, as services do: the last line that its own pattern matches decides, and of it the
 * last match, or that one's last group. Its first number is the percentage.
 */
export class CoverageReader {
  /** Per cent, null while nothing matched. */
  value: number | null = null;
  readonly #pattern: RE2JS | null;
  #line = "";

  /** `pattern` is `/…/` as in `.gitlab-ci.yml`; one that RE2 cannot read never matches. */
  constructor(pattern: string | null) {
    this.#pattern = pattern === null ? null : compile(pattern);
  }

  read(chunk: Uint8Array): void {
    if (!this.#pattern) return;
    const lines = (this.#line + Buffer.from(chunk).toString("utf8")).split(/[\r\n]/);
    this.#line = (lines.pop() ?? "").slice(-maxLineLength);
    for (const line of lines) this.#search(line.slice(0, maxLineLength));
  }

  /** Searches what was printed after the last end of a line. */
  end(): void {
    this.#search(this.#line);
    this.#line = "";
  }

  #search(line: string): void {
    const matcher = this.#pattern?.matcher(line);
    let text: string | null = null;
    while (matcher?.find()) text = matcher.group(matcher.groupCount()) ?? null;
    const number = /\d+(?:\.\d+)?/.exec(text ?? "")?.[0];
    if (number !== undefined) this.value = Number(number);
  }
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern.replace(/^\/|\/$/g, ""));
  } catch {
    return null;
  }
}
