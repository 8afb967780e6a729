/** Abbreviation that is shown for a hidden character, and its name. */
const names: Readonly<Record<number, readonly [short: string, long: string]>> = {
  0: ["NUL", "null"],
  8: ["BS", "backspace"],
  11: ["VT", "vertical tab"],
  12: ["FF", "form feed"],
  27: ["ESC", "escape"],
  127: ["DEL", "delete"],
  173: ["SHY", "soft hyphen"],
  847: ["CGJ", "combining grapheme joiner"],
  1564: ["ALM", "Arabic letter mark"],
  4447: ["HCF", "Hangul filler"],
  4448: ["HJF", "Hangul filler"],
  8203: ["ZWSP", "zero-width space"],
  8204: ["ZWNJ", "zero-width non-joiner"],
  8205: ["ZWJ", "zero-width joiner"],
  8206: ["LRM", "left-to-right mark"],
  8207: ["RLM", "right-to-left mark"],
  8232: ["LS", "line separator"],
  8233: ["PS", "paragraph separator"],
  8234: ["LRE", "left-to-right embedding"],
  8235: ["RLE", "right-to-left embedding"],
  8236: ["PDF", "pop directional formatting"],
  8237: ["LRO", "left-to-right override"],
  8238: ["RLO", "right-to-left override"],
  8288: ["WJ", "word joiner"],
  8294: ["LRI", "left-to-right isolate"],
  8295: ["RLI", "right-to-left isolate"],
  8296: ["FSI", "first strong isolate"],
  8297: ["PDI", "pop directional isolate"],
  10240: ["BLANK", "Braille blank"],
  12644: ["HF", "Hangul filler"],
  65279: ["BOM", "byte order mark"],
  65440: ["HHF", "halfwidth Hangul filler"],
};

/** Such as `U+202E`. */
export const codePointName = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns the abbreviation that is shown for a hidden character, such as `RLO`. */
export const shortName = (codePoint: number): string => names[codePoint]?.[0] ?? codePointName(codePoint);

/** Name of a hidden character with its number, such as `right-to-left override (U+202E)`. */
export function longName(codePoint: number): string {
  const name = names[codePoint]?.[1] ?? (codePoint < 0xa0 ? "control character" : "invisible character");
  return `${name} (${codePointName(codePoint)})`;
}
