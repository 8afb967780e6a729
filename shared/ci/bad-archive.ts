/** A ZIP archive, or a file in it, that is broken, encrypted or made to do harm. */
export class BadArchive extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "BadArchive";
  }
}
