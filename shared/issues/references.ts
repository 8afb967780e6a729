import { changeUnquoted, withoutQuoted } from "../text/mentions.ts";

/** A reference to an issue (`#5`) or merge request (`!5`) in a text of Markdown. */
export interface Reference {
  readonly sign: "#" | "!";
  /** Full path of the project, or its name alone; null for the text's own project. */
  readonly project: string | null;
  readonly iid: number;
}

const project = String.raw`(?:[a-z0-9_](?:[\w.-]*[\w-])?)(?:\/[a-z0-9_](?:[\w.-]*[\w-])?)*`;
const reference = new RegExp(String.raw`(?<![\w/.&#!-])(${project})?([#!])(\d{1,9})(?![\w])`, "gi");

/** Words before a reference that say that a merge closes the issue, as GitLab knows them. */
const closing =
  /(?<![\w-])(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):? +/gi;
const closed = new RegExp(
  String.raw`(?:issues? +)?(${project})?#(\d{1,9})(?![\w])(?:(?: *,)? +and +| *, *| +)?`,
  "iy",
);

/** References of one text that count; what goes on and on names nothing. */
const maxReferences = 100;

/** References by their text, each once, up to {@link maxReferences}. */
type Found = Map<string, Reference>;

/** Adds a reference. Returns whether there is room for more. */
function add(found: Found, each: Reference): boolean {
  found.set(`${each.project ?? ""}${each.sign}${each.iid}`, each);
  return found.size < maxReferences;
}

/** Returns the references of a text, each once, in their order, and 100 at most. */
export function referencesIn(text: string): Reference[] {
  const found: Found = new Map();
  for (const [, path, sign, iid] of withoutQuoted(text).matchAll(reference)) {
    const each = { sign: sign === "!" ? "!" : "#", project: path ?? null, iid: Number(iid) } as const;
    if (!add(found, each)) break;
  }
  return [...found.values()];
}

/** Returns the issues that a text says it closes, 100 at most: `Closes #4, #6 and fjord/harbor#7`. */
export function closingReferencesIn(text: string): Reference[] {
  const plain = withoutQuoted(text);
  const found: Found = new Map();
  for (const word of plain.matchAll(closing)) {
    closed.lastIndex = word.index + word[0].length;
    for (let match = closed.exec(plain); match; match = closed.exec(plain)) {
      const each = { sign: "#", project: match[1] ?? null, iid: Number(match[2]) } as const;
      if (!add(found, each)) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** Returns a text whose references within a project name it, so that they lead there from another project. */
export const withProjectPath = (text: string, path: string): string =>
  changeUnquoted(text, (part) =>
    part.replace(reference, (whole, named: string | undefined) => (named ? whole : `${path}${whole}`)),
  );
