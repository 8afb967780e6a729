import { tagRef } from "../../../shared/text/ref-name.ts";

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

/** Returns the anchor of lines such as `L3-L9`, or `LC3` of older pages, as Helve writes them: `L3-9`; empty for none. */
export const linesAnchorOf = (rest: WebRest): string => {
  const [, from, to] = rest.hashLike(/^LC?(\d+)(?:-(?:LC?)?(\d+))?$/) ?? [];
  if (from === undefined) return "";
  return `L${from}${to === undefined ? "" : `-${to}`}`;
};

/** Returns the anchor of lines of a file, such as `L3-9`, or of a heading; empty for none. */
export const fileAnchorOf = (rest: WebRest): string =>
  linesAnchorOf(rest) || (rest.hashLike(/^(?!blob-content-holder)./) ? rest.hash() : "");

/** A file of a diff, as the SHA-1 of its path, with the numbers of a line before and after. */
const diffLine = /^(?:line_)?([0-9a-f]{40})(?:_(\d+)_(\d+))?$/;
const noteHash = /^note_\d+$/;

/** Returns the anchor of a comment or a line of a diff; empty for none. */
export const diffAnchorOf = (rest: WebRest): string => {
  if (rest.hashLike(noteHash)) return rest.hash();
  const [, file, before, after] = rest.hashLike(diffLine) ?? [];
  if (file !== undefined) return before === undefined ? file : `${file}_${before}_${after}`;
  return rest.hashLike(/^diff-content-([0-9a-f]{40})$/)?.[1] ?? rest.get("file") ?? rest.get("pin") ?? "";
};

/** Returns the anchor of a comment; empty for none. */
export const noteAnchorOf = (rest: WebRest): string => rest.hashLike(noteHash)?.[0] ?? "";

/** Returns a ref as an address of the app names it; undefined for `HEAD`, the default branch. A name alone is a branch's before a tag's. */
export function webRefOf(ref: string | undefined, rest: WebRest): string | undefined {
  const type = rest.get("ref_type");
  if (ref === "HEAD" || ref === undefined) return undefined;
  return type === "tags" ? tagRef(ref) : ref;
}

/** A commit's comments have no numbers in the interface: the fragment of one is left. */
export const diffLineAnchorOf = (rest: WebRest): string =>
  rest.hashLike(diffLine) ? diffAnchorOf(rest) : "";
