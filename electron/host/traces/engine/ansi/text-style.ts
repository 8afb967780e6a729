import type { SpanStyle } from "../../../../../shared/trace/trace-types.ts";

/** Current colours and attributes; compared by identity where {@link sgr} made it. */
export interface TextStyle {
  /** -1: the default; 0 to 255: the palette; above: {@link rgb}. */
  readonly fg: number;
  readonly bg: number;
  /** Bits of {@link attributes}. */
  readonly flags: number;
}

export const attributes = {
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
export const rgb = (red: number, green: number, blue: number): number =>
  rgbMark | (byte(red) << 16) | (byte(green) << 8) | byte(blue);
const byte = (value: number): number => Math.min(255, value);

export const sameStyle = (a: TextStyle, b: TextStyle): boolean =>
  a === b || (a.fg === b.fg && a.bg === b.bg && a.flags === b.flags);

/** Returns the style as views take it; undefined for the default one. */
export function toSpanStyle(style: TextStyle): SpanStyle | undefined {
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
