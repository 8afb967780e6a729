import { analyse } from "chardet";
import type { Encoding } from "./encodings.ts";
import { type Characters, commonCharacters, type Letters, letterPairs } from "./letter-pairs.ts";

/** Encodings that are no Unicode. */
export type LegacyEncoding = Exclude<Encoding, `utf-${string}`>;

/** Encodings of alphabets, each with the letters that its texts have; of two with equal scores the first is right. */
const alphabets: readonly (readonly [LegacyEncoding, Letters])[] = [
  ["windows-1252", "western"],
  ["windows-1250", "central"],
  ["iso-8859-2", "central"],
  ["windows-1251", "cyrillic"],
  ["koi8-r", "cyrillic"],
  ["koi8-u", "cyrillic"],
  ["iso-8859-5", "cyrillic"],
  ["ibm866", "cyrillic"],
  ["windows-1253", "greek"],
  ["iso-8859-7", "greek"],
  ["windows-1254", "turkish"],
  ["windows-1255", "hebrew"],
  ["windows-1256", "arabic"],
  ["windows-1257", "baltic"],
  ["windows-874", "thai"],
];

/** Encodings with several bytes for most characters. */
const wide: readonly (readonly [LegacyEncoding, Characters])[] = [
  ["shift_jis", "japanese"],
  ["euc-jp", "japanese"],
  ["euc-kr", "korean"],
  ["gb18030", "simplified"],
  ["big5", "traditional"],
];

/** The encodings that chardet names otherwise. */
const chardetNames: Readonly<Record<string, readonly LegacyEncoding[]>> = {
  "ISO-8859-1": ["windows-1252"],
  // Texts that have the same bytes in both are taken for that of Windows.
  "ISO-8859-2": ["windows-1250", "iso-8859-2"],
  "ISO-8859-7": ["windows-1253", "iso-8859-7"],
  "ISO-8859-8": ["windows-1255"],
  "ISO-8859-9": ["windows-1254"],
  "KOI8-R": ["koi8-r", "koi8-u"],
};

/** Weight of the confidence of chardet beside the letters: it is weak for a few words. */
const chardetWeight = 0.3;
/** Advantage of Western European where nothing but a few signs tells encodings apart. */
const westernHead = 0.1;

/** Returns whether most letters of a text are of the languages that an encoding of an alphabet is used for. */
export function hasLettersOf(encoding: LegacyEncoding, text: string): boolean {
  const [, name] = alphabets.find(([alphabet]) => alphabet === encoding) ?? [];
  if (name === undefined) return false;
  const { letters } = alphabetOf(name);
  const high = [...text].filter((character) => character > "\x7f" && letter.test(character));
  return high.filter((character) => letters.has(lowerCase(character))).length >= high.length / 2;
}

/**
 * Returns the encoding that bytes, which are no UTF-8, are most probably in: the one in which they have the letters of
 * a language, as far as a few words can show it, together with what chardet finds. `windows-1252` where none fits.
 */
export function guessLegacy(bytes: Uint8Array): LegacyEncoding {
  const confidence = new Map<string, number>();
  for (const { name, confidence: percent } of analyse(bytes)) {
    for (const encoding of chardetNames[name] ?? [name.toLowerCase()])
      confidence.set(encoding, Math.max(confidence.get(encoding) ?? 0, percent / 100));
  }
  let best: { readonly encoding: LegacyEncoding; readonly score: number } | null = null;
  const consider = (encoding: LegacyEncoding, scoreOf: (text: string) => number) => {
    const text = decodeStrictly(bytes, encoding);
    if (text === null) return;
    const ahead = encoding === "windows-1252" ? westernHead / countHigh(bytes) : 0;
    const score = scoreOf(text) + ahead + chardetWeight * (confidence.get(encoding) ?? 0);
    if (!best || score > best.score + 1e-9) best = { encoding, score };
  };
  for (const [encoding, letters] of alphabets) consider(encoding, (text) => scoreLetters(text, letters));
  for (const [encoding, script] of wide) consider(encoding, (text) => scoreCharacters(text, script));
  return (best as { readonly encoding: LegacyEncoding } | null)?.encoding ?? "windows-1252";
}

function decodeStrictly(bytes: Uint8Array, encoding: LegacyEncoding): string | null {
  try {
    // A sample may end within a character.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    // Bytes that have no character in the encoding of Windows.
    return /[\x80-\x9f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

const countHigh = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => sum + Number(byte > 127), 0) || 1;

interface Alphabet {
  /** Weight of a pair, from 1 for the most frequent to 0.5. */
  readonly pairs: ReadonlyMap<string, number>;
  readonly letters: ReadonlySet<string>;
}

const knownAlphabets = new Map<Letters, Alphabet>();

function alphabetOf(name: Letters): Alphabet {
  const known = knownAlphabets.get(name);
  if (known) return known;
  const list = [...letterPairs[name].matchAll(/../gsu)].map(([pair]) => pair);
  const pairs = new Map(list.map((pair, index) => [pair, 1 - (0.5 * index) / list.length]));
  const alphabet = { pairs, letters: new Set(letterPairs[name]) };
  knownAlphabets.set(name, alphabet);
  return alphabet;
}

const letter = /[\p{L}\p{M}]/u;
const latin = /\p{Script=Latin}/u;
const sign = /[«»„“”‘’–—…№°§€£¥±×÷½¼²³µ¿¡©®·•\u00a0]/;
/** Signs that may stand before a letter without a blank. */
const opening = /[«»„“”‘’–—§°№©\u00a0¿¡±×·•]/;
/** Signs that may stand behind a letter without a blank. */
const closing = /[’‘“”»…–—\u00a0°²³®]/;

/** Returns about 2 for a text in a language's most frequent pairs of letters, and less the less it looks like one. */
function scoreLetters(text: string, name: Letters): number {
  const { pairs, letters } = alphabetOf(name);
  let score = 0;
  let count = 0;
  let before = "";
  let last = "_";
  /** First letter of a word that has no other one yet. */
  let start = "";
  for (const character of `${text} `) {
    const isLetter = letter.test(character);
    const next = isLetter ? lowerCase(character) : "_";
    const isHigh = character > "\x7f";
    if (isHigh) count++;
    if (isHigh && !isLetter) {
      score -= sign.test(character) ? 0.1 : 1;
      if (last !== "_" && !closing.test(character)) score -= 0.5;
    }
    if (isLetter && before > "\x7f" && last === "_" && !opening.test(before)) score -= 0.5;
    // One upper-case letter is no word.
    if (last !== "_" && next === "_" && start === before && /\p{Lu}/u.test(before) && before > "\x7f")
      score -= 1.5;
    if ((isHigh && isLetter) || (before > "\x7f" && last !== "_")) {
      const weight = pairs.get(last + next);
      if (weight !== undefined) score += weight;
      else if (isHigh && isLetter && !letters.has(next)) score -= 1.5;
      else if (last !== "_" && next !== "_") score -= 0.3;
      // Words are in one script, and their first letter alone is upper-case.
      if (weight === undefined && last !== "_" && next !== "_" && latin.test(last) !== latin.test(next))
        score -= 1.5;
      if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character)) score -= 0.8;
    }
    start = isLetter && last === "_" ? character : "";
    before = character;
    last = next;
  }
  return score / Math.max(1, count);
}

const lowerCase = (character: string): string => (character === "İ" ? "i" : character.toLowerCase());

const knownCharacters = new Map<Characters, ReadonlyMap<string, number>>();

function charactersOf(name: Characters): ReadonlyMap<string, number> {
  const known = knownCharacters.get(name);
  if (known) return known;
  const list = [...commonCharacters[name]];
  const weights = new Map(list.map((character, index) => [character, 1 - (0.5 * index) / list.length]));
  knownCharacters.set(name, weights);
  return weights;
}

/** Returns about 1 for a text of a script's most frequent characters, and less the rarer they are. */
function scoreCharacters(text: string, name: Characters): number {
  const common = charactersOf(name);
  let score = 0;
  let count = 0;
  for (const character of text) {
    if (character <= "\x7f") continue;
    count++;
    score += common.get(character) ?? weightOf(character.codePointAt(0) ?? 0, name);
  }
  return score / Math.max(1, count);
}

/** Weight of a character that is not among the common ones. */
function weightOf(code: number, script: Characters): number {
  if (code >= 0x3041 && code <= 0x30ff) return script === "japanese" ? 0.8 : -0.7;
  if (code >= 0xff61 && code <= 0xff9f) return script === "japanese" ? -0.5 : -0.7;
  if (code >= 0xac00 && code <= 0xd7a3) return script === "korean" ? 0.2 : -0.7;
  if ((code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff5e)) return 0.3;
  if (code >= 0x4e00 && code <= 0x9fff) return script === "korean" ? -0.3 : 0.05;
  return (code >= 0xe000 && code <= 0xf8ff) || code > 0xffff ? -2 : -0.7;
}
