/**
 * Characters that are invisible, or that reorder others, where the script does not need them. Such characters make code
 * and names read differently from what they are ("Trojan Source", CVE-2021-42574).
 */
interface HiddenCharacter {
  /** Offset in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly codePoint: number;
  readonly kind: HiddenKind;
}

/** `bidi` reorders text, `invisible` draws nothing, `control` is a control code or a BOM. */
type HiddenKind = "bidi" | "invisible" | "control";

/** Every character that may be hidden; whether it is depends on its neighbours. */
const suspect =
  "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f" +
  "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb" +
  "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]";
const anySuspect = new RegExp(suspect, "u");
const eachSuspect = new RegExp(suspect, "gu");

/** Letters that are written from right to left. */
const rightToLeft =
  /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Scripts in which joiners decide the shape of letters. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Tibt}\p{scx=Mymr}]/u;
/** Scripts without blanks between words, in which a zero-width space allows a line break. */
const unspaced = /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const braille = /[\u2801-\u28ff]/;
const pictograph = /\p{Extended_Pictographic}/u;
/** Characters that may follow a pictograph before it is joined to the next one. */
const emojiModifier = /[\ufe0f\u{1f3fb}-\u{1f3ff}]/u;
/** A flag of a region: a black flag, its name in tags, and their end. */
const regionFlag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu;

/** Returns the hidden characters of a text in order; a text of plain ASCII costs one test. */
export function findHidden(text: string): HiddenCharacter[] {
  if (!anySuspect.test(text)) return [];
  const surroundings = { rightToLeft: rightToLeft.test(text), braille: braille.test(text) };
  const inFlags = new Set<number>();
  for (const { index, 0: flag } of text.matchAll(regionFlag))
    for (let at = index + 1; at < index + flag.length; at++) inFlags.add(at);
  const found: HiddenCharacter[] = [];
  for (const { index, 0: character } of text.matchAll(eachSuspect)) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (inFlags.has(index) || isExpected(text, index, codePoint, surroundings)) continue;
    found.push({ start: index, end: index + character.length, codePoint, kind: kindOf(codePoint, index) });
  }
  return found;
}

/** Returns whether a text has characters that a reader has to be warned of: such as change its order or draw nothing. */
export const hasDeceptive = (text: string): boolean =>
  findHidden(text).some(({ kind }) => kind !== "control");

function kindOf(codePoint: number, index: number): HiddenKind {
  if (codePoint < 0xa0 || (codePoint === 0xfeff && index === 0)) return "control";
  return isBidi(codePoint) ? "bidi" : "invisible";
}

const isBidi = (codePoint: number): boolean =>
  codePoint === 0x61c ||
  codePoint === 0x200e ||
  codePoint === 0x200f ||
  (codePoint >= 0x202a && codePoint <= 0x202e) ||
  (codePoint >= 0x2066 && codePoint <= 0x2069);

/** Returns whether the neighbours of a character are such as it is used with in honest text. */
function isExpected(
  text: string,
  index: number,
  codePoint: number,
  surroundings: { readonly rightToLeft: boolean; readonly braille: boolean },
): boolean {
  const before = lastCharacter(text, index);
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  switch (codePoint) {
    case 0x61c:
    case 0x200e:
    case 0x200f:
      // Direction marks position punctuation beside right-to-left words.
      return surroundings.rightToLeft;
    case 0x200b:
      return unspaced.test(before);
    case 0x200c:
      return joining.test(before);
    case 0x200d:
      return joining.test(before) || (pictograph.test(after) && pictograph.test(joinedFrom(text, index)));
    case 0x34f:
      return /\p{M}/u.test(before);
    case 0x115f:
    case 0x1160:
      return /[\u1100-\u11ff]/.test(before + after);
    case 0x2800:
      // A blank among the dots of Braille, which drawings in terminals are made of.
      return surroundings.braille;
  }
  if (codePoint >= 0x180b && codePoint <= 0x180f) return /\p{scx=Mong}/u.test(before);
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) {
    // One selector for one visible character; bytes can be hidden in a run of them.
    if (/[0-9#*]/.test(before)) return after === "\u20e3";
    return /[\p{S}\p{Extended_Pictographic}\p{sc=Han}\p{scx=Mymr}\p{scx=Phag}\u2010-\u205e]/u.test(before);
  }
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return /\p{sc=Han}/u.test(before);
  return false;
}

/** The character that ends before an offset; empty at the beginning. */
function lastCharacter(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  const pair = low >= 0xdc00 && low <= 0xdfff && index >= 2;
  return text.slice(Math.max(0, index - (pair ? 2 : 1)), index);
}

/** The pictograph that a joiner follows, past its colour and its selector. */
function joinedFrom(text: string, index: number): string {
  let at = index;
  let character = lastCharacter(text, at);
  for (let steps = 0; steps < 2 && emojiModifier.test(character); steps++) {
    at -= character.length;
    character = lastCharacter(text, at);
  }
  return character;
}

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
const codePointName = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns the abbreviation that is shown for a hidden character, such as `RLO`. */
export const shortName = (codePoint: number): string => names[codePoint]?.[0] ?? codePointName(codePoint);

/** Name of a hidden character with its number, such as `right-to-left override (U+202E)`. */
export function longName(codePoint: number): string {
  const name = names[codePoint]?.[1] ?? (codePoint < 0xa0 ? "control character" : "invisible character");
  return `${name} (${codePointName(codePoint)})`;
}

/** A text for where only letters can be drawn, such as a tooltip or a title: hidden characters as `[U+202E]`. */
export function visibleText(text: string): string {
  const hidden = findHidden(text);
  if (hidden.length === 0) return text;
  let at = 0;
  let visible = "";
  for (const { start, end, codePoint } of hidden) {
    visible += `${text.slice(at, start)}[${codePointName(codePoint)}]`;
    at = end;
  }
  return visible + text.slice(at);
}
