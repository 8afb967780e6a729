/** An object that another one, or a record of Helve's, names is not in the repository. */
export class MissingObject extends Error {
  readonly object: string;
  constructor(object: string) {
    super(`no object ${object}`);
    this.name = "MissingObject";
    this.object = object;
  }
}
