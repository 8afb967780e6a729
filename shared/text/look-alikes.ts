/** A letter that looks like one of another script, among letters of that script. */
interface LookAlike {
  /** Offset in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The letter, such as a Cyrillic `а`. */
  readonly letter: string;
  readonly script: string;
  /** The Latin letter that it looks like. */
  readonly like: string;
}

/** Letters that most faces draw like a Latin one (Unicode's confusables.txt), and the Latin ones in the same order. */
const tables: readonly (readonly [script: string, letters: string, latin: string])[] = [
  ["Cyrillic", "асԁеһіјӏоԛрѕԝхуѵАВСЕНІЈКМОРЅТХУҮѴԌԚԜ", "acdehijloqpswxyvABCEHIJKMOPSTXYYVGQW"],
  ["Greek", "οιϳνρυΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϲ", "oijvpuABEZHIKMNOPTYXCc"],
  ["Armenian", "օոսհցզՕՍԼ", "onuhgqOUL"],
  ["Cherokee", "ᎪᏴᏟᎠᎬᎻᎫᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "ABCDEHJLMPRSTVWZ"],
  ["Fullwidth", letters(0xff41) + letters(0xff21), latinLetters()],
  ["Mathematical", letters(0x1d41a) + letters(0x1d400), latinLetters()],
];

const byLetter = new Map<string, { readonly script: string; readonly like: string }>(
  tables.flatMap(([script, alike, latin]) =>
    [...alike].map((letter, i) => [letter, { script, like: latin[i] ?? "" }] as const),
  ),
);

function letters(first: number): string {
  return Array.from({ length: 26 }, (_, i) => String.fromCodePoint(first + i)).join("");
}

function latinLetters(): string {
  return letters(0x61) + letters(0x41);
}

/** Letters of the scripts above that look like no Latin one; a word with one of them is not deceptive. */
const foreign = /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}\uff21-\uff5a\u{1d400}-\u{1d7ff}]/u;
const eachForeign = new RegExp(foreign, "gu");
const latin = /[A-Za-z\u00c0-\u024f]/;
const words = /[\p{L}\p{M}]+/gu;

/**
 * Returns the letters of a name that can be mistaken for Latin ones: in a word that mixes scripts, and in a word of
 * two letters or more all of which look Latin where the rest of the name is Latin. Words of one script are left alone
 * otherwise.
 */
export function findLookAlikes(name: string): LookAlike[] {
  if (!foreign.test(name)) return [];
  const disguised =
    latin.test(name) && [...name.matchAll(eachForeign)].every(([letter]) => byLetter.has(letter));
  const found: LookAlike[] = [];
  for (const { index, 0: word } of name.matchAll(words)) {
    if (!latin.test(word) && !(disguised && word.length > 1)) continue;
    let start = index;
    for (const letter of word) {
      const known = byLetter.get(letter);
      if (known) found.push({ start, end: start + letter.length, letter, ...known });
      start += letter.length;
    }
  }
  return found;
}
