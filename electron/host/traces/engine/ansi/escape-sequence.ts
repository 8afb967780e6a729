// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what is read
/** A control sequence of a terminal, as far as a line can show what it does. */
export type Escape =
  | { readonly kind: "csi"; readonly params: string; readonly final: string; readonly end: number }
  | { readonly kind: "link"; readonly address: string; readonly end: number }
  | { readonly kind: "none"; readonly end: number };

const csi = /(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])?/y;
const text =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])([^\x07\x1b\x9c\x18\x1a]*)(?:\x07|\x1b\\|\x9c|[\x18\x1a])?/y;
const short = /\x1b[ -/]*[0-~]?/y;

/**
 * Reads the sequence that begins at `at` with ESC or a control character of its own. A broken one ends before the first
 * character that cannot belong to it, one without its end at the end of the line.
 */
export function readEscape(line: string, at: number): Escape {
  const control = match(csi, line, at);
  if (control) {
    const [all, params = "", final] = control;
    const end = at + all.length;
    return final ? { kind: "csi", params, final, end } : { kind: "none", end };
  }
  const string = match(text, line, at);
  if (string) {
    const end = at + string[0].length;
    const command = line[at] === "\x9d" || line[at + 1] === "]";
    const link = command ? /^8;[^;]*;(.*)$/.exec(string[1] ?? "") : null;
    return link ? { kind: "link", address: safeAddress(link[1] ?? ""), end } : { kind: "none", end };
  }
  return { kind: "none", end: at + Math.max(1, match(short, line, at)?.[0].length ?? 1) };
}

function match(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** Returns an http or https address, else the empty one, which ends a link. */
const safeAddress = (address: string): string =>
  address.length <= 2_000 && /^https?:\/\/\S+$/i.test(address) ? address : "";
