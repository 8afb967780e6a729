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

/** A text of about a number of characters. */
interface HostileText {
  /** Name for reports: the piece that is repeated. */
  readonly name: string;
  readonly make: (characters: number) => string;
}

const texts: readonly HostileText[] = pieces.map((piece) => ({
  name: JSON.stringify(piece),
  // The last character is another one, so that a pattern that nearly matches tries every way.
  make: (characters) => `${fill(piece, characters)}!`,
}));

/** Places that get different texts: operations have the same kinds of places, so that each kind gets all. */
const shares = 4;

/** Returns the texts for a place by its number, a fourth of all. */
export const textsFor = (place: number): readonly HostileText[] =>
  texts.filter((_, index) => index % shares === place % shares);
