/**
 * Query and fragment of a pasted address. It records what a reader takes of them, so that the rest can be named instead of
 * being lost.
 */
export class WebRest {
  readonly #search: URLSearchParams;
  readonly #hash: string;
  readonly #read = new Set<string>();
  readonly #more: string[] = [];
  #hashRead = false;

  constructor(search: string, hash: string) {
    this.#search = new URLSearchParams(search);
    this.#hash = hash.replace(/^#/, "");
  }

  /** Returns the first value of a parameter; null for none. */
  get(name: string): string | null {
    this.#read.add(name);
    return this.#search.get(name);
  }

  /** Returns all values of a parameter. */
  all(name: string): string[] {
    this.#read.add(name);
    return this.#search.getAll(name);
  }

  /** Takes the fragment, without its `#`. */
  hash(): string {
    this.#hashRead = true;
    return this.#hash;
  }

  /** Takes the fragment where it has a form; null, and not taken, where it has another. */
  hashLike(form: RegExp): RegExpExecArray | null {
    const match = form.exec(this.#hash);
    if (match) this.#hashRead = true;
    return match;
  }

  /** Records another part of the address that Helve has no like for. */
  leave(text: string): void {
    this.#more.push(text);
  }

  /** Returns the parts that nobody took, as the address has them; values of tokens are left out. */
  unread(): string[] {
    const search = [...this.#search]
      .filter(([name, value]) => value !== "" && !this.#read.has(name) && !lookOnly(name, value))
      .map(([name, value]) => (/token|secret|password/i.test(name) ? name : `${name}=${value}`));
    const hash = this.#hashRead || this.#hash === "" || emptyHash.test(this.#hash) ? [] : [`#${this.#hash}`];
    return [...this.#more, ...search, ...hash];
  }
}

/** Parameters that change how GitLab draws a page or say from where somebody came, not what the page shows. */
const looks = new Set([
  "inline",
  "view",
  "viewer",
  "w",
  "expanded",
  "utf8",
  "first_page_size",
  "format",
  "nav_source",
]);
const lookOnly = (name: string, value: string): boolean =>
  looks.has(name) || name.startsWith("utm_") || (name === "page" && value === "1");

/** Fragments that name a page's own parts, as GitLab's tabs and scripts leave them. */
const emptyHash = /^(?:blob-content-holder|diffs|notes|tree-holder|content-body|)$/;
