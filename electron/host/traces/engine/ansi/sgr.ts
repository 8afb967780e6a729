import type { SpanStyle, TraceSpan } from "../../../../../shared/trace-types.ts";

/** Current colours and attributes; compared by identity where {@link sgr} made it. */
export interface TextStyle {
  /** -1: the default; 0 to 255: the palette; above: {@link rgb}. */
  readonly fg: number;
  readonly bg: number;
  /** Bits of {@link attributes}. */
  readonly flags: number;
}

const attributes = {
  bold: 1,
  dim: 2,
  italic: 4,
  underline: 8,
  strike: 16,
  inverse: 32,
  conceal: 64,
} as const;

export const plainStyle: TextStyle = { fg: -1, bg: -1, flags: 0 };

const rgbMark = 0x1000000;
/** Returns a colour as one number, marked as one that is not of the palette; channels above 255 are 255. */
const rgb = (red: number, green: number, blue: number): number =>
  rgbMark | (byte(red) << 16) | (byte(green) << 8) | byte(blue);
const byte = (value: number): number => Math.min(255, value);

const sameStyle = (a: TextStyle, b: TextStyle): boolean =>
  a === b || (a.fg === b.fg && a.bg === b.bg && a.flags === b.flags);

/** Returns the style as views take it; undefined for the default one. */
function toSpanStyle(style: TextStyle): SpanStyle | undefined {
  if (sameStyle(style, plainStyle)) return undefined;
  const set = Object.entries(attributes).filter(([, bit]) => style.flags & bit);
  return {
    ...(style.fg >= 0 ? { fg: color(style.fg) } : {}),
    ...(style.bg >= 0 ? { bg: color(style.bg) } : {}),
    ...Object.fromEntries(set.map(([name]) => [name, true])),
  };
}

const color = (value: number): number | string =>
  value < rgbMark ? value : `#${(value & 0xffffff).toString(16).padStart(6, "0")}`;

interface Run {
  text: string;
  readonly style: TextStyle;
  readonly link: string;
}

/** Text that is put together from runs of one style each. */
export class StyledText {
  readonly runs: Run[] = [];
  length = 0;

  add(text: string, style: TextStyle, link: string): void {
    if (text === "") return;
    const last = this.runs.at(-1);
    this.length += text.length;
    if (last && last.link === link && sameStyle(last.style, style)) last.text += text;
    else this.runs.push({ text, style, link });
  }

  clear(): void {
    this.runs.length = 0;
    this.length = 0;
  }

  plain(): string {
    return this.runs.length === 1 ? (this.runs[0]?.text ?? "") : this.runs.map(({ text }) => text).join("");
  }

  spans(): TraceSpan[] {
    return this.runs.map(({ text, style, link }) => {
      const look = toSpanStyle(style);
      return { text, ...(look ? { style: look } : {}), ...(link ? { link } : {}) };
    });
  }
}

const { bold, dim, italic, underline, strike, inverse, conceal } = attributes;

const on: Readonly<Record<number, number>> = {
  1: bold,
  2: dim,
  3: italic,
  4: underline,
  7: inverse,
  8: conceal,
  9: strike,
  21: underline,
};
const off: Readonly<Record<number, number>> = {
  22: bold | dim,
  23: italic,
  24: underline,
  27: inverse,
  28: conceal,
  29: strike,
};

/** Returns the style after `CSI params m`; unknown parameters change nothing. */
export function sgr(style: TextStyle, params: string): TextStyle {
  if (params === "" || params === "0") return plainStyle;
  const fields = params.split(";");
  let { fg, bg, flags } = style;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] ?? "";
    const [code = 0, ...sub] = field.split(":").map(Number);
    if (code === 0) [fg, bg, flags] = [-1, -1, 0];
    else if (code === 4 && sub.length > 0) flags = sub[0] === 0 ? flags & ~underline : flags | underline;
    else if (on[code]) flags |= on[code];
    else if (off[code]) flags &= ~off[code];
    else if (code >= 30 && code <= 37) fg = code - 30;
    else if (code >= 40 && code <= 47) bg = code - 40;
    else if (code >= 90 && code <= 97) fg = code - 82;
    else if (code >= 100 && code <= 107) bg = code - 92;
    else if (code === 39) fg = -1;
    else if (code === 49) bg = -1;
    else if (code === 38 || code === 48 || code === 58) {
      const { color, taken } = sub.length > 0 ? colonColor(sub) : listColor(fields, i + 1);
      i += taken;
      if (color === undefined) continue;
      if (code === 38) fg = color;
      if (code === 48) bg = color;
    }
  }
  const next = { fg, bg, flags };
  if (sameStyle(next, plainStyle)) return plainStyle;
  return sameStyle(next, style) ? style : next;
}

const [escapeByte, bracket, finalByte] = [0x1b, 0x5b, 0x6d];

/** Returns the style after the sequence whose ESC is before `at`; the same one where that is another sequence. */
function sgrAt(style: TextStyle, bytes: Uint8Array, at: number): TextStyle {
  if (bytes[at] !== bracket) return style;
  let params = "";
  for (let i = at + 1; i < at + 64; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === finalByte) return sgr(style, params);
    // Digits, colons and semicolons.
    if (byte < 0x30 || byte > 0x3b) return style;
    params += String.fromCharCode(byte);
  }
  return style;
}

const reset = Buffer.from("\x1b[0m");

/** Returns the style after all sequences in bytes. */
export function sgrAfter(style: TextStyle, bytes: Uint8Array): TextStyle {
  // Parameters before the last reset have no effect.
  const from = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(reset);
  let after = from < 0 ? style : plainStyle;
  for (let at = bytes.indexOf(escapeByte, Math.max(0, from)); at >= 0; at = bytes.indexOf(escapeByte, at + 1))
    after = sgrAt(after, bytes, at + 1);
  return after;
}

interface ExtendedColor {
  readonly color: number | undefined;
  /** Further fields that belong to it. */
  readonly taken: number;
}

/** `38;5;n` and `38;2;r;g;b`. */
function listColor(fields: readonly string[], at: number): ExtendedColor {
  const number = (i: number) => Number(fields[at + i] ?? 0) || 0;
  if (fields[at] === "5") return { color: palette(number(1)), taken: 2 };
  if (fields[at] === "2") return { color: rgb(number(1), number(2), number(3)), taken: 4 };
  return { color: undefined, taken: 0 };
}

/** `38:5:n`, `38:2:r:g:b` and `38:2:colour space:r:g:b`. */
function colonColor([kind, ...rest]: readonly number[]): ExtendedColor {
  const [r = 0, g = 0, b = 0] = rest.length > 3 ? rest.slice(1) : rest;
  if (kind === 5) return { color: palette(rest[0] ?? 0), taken: 0 };
  if (kind === 2) return { color: rgb(r, g, b), taken: 0 };
  return { color: undefined, taken: 0 };
}

const palette = (index: number): number | undefined => (index <= 255 ? index : undefined);
