/** A coloured part of a line: its length in characters, and the kind that the page has a colour for. */
export interface Token {
  readonly length: number;
  readonly kind: string;
}
