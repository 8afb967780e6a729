/** Returns a piece as often as it fits into a number of characters. */
const fill = (piece: string, characters: number): string =>
  piece.repeat(Math.ceil(characters / piece.length));

/** Pieces of texts that parsers and patterns have been slow with. */
const pieces = [
  "a",
  "9",
  " ",
  "\n",
  ".",
  "-",
  "/",
  "../",
  "*a",
  "[",
  "[a]",
  "@a",
  "a@a.a",
  "a:",
  "a,",
  '"',
  "\\",
  "%",
  "\u00e9",
  "\u0000",
  "0.",
  "2026-01-01T",
  "http://a/",
  "refs/heads/",
  "None",
] as const;

/** Texts of about a number of characters, by what they consist of. */
export const hostileTexts: readonly {
  readonly name: string;
  readonly make: (characters: number) => string;
}[] = pieces.map((piece) => ({
  name: JSON.stringify(piece),
  // The last character is another one, so that a pattern that nearly matches tries every way.
  make: (characters) => `${fill(piece, characters)}!`,
}));
