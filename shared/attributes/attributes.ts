import { type PathPattern, parsePathPattern } from "./path-pattern.ts";

/** Set, unset, or a text; `undefined` where it is not specified. */
export type AttributeValue = boolean | string | undefined;

/** An attribute that a line names; `null` makes it unspecified. */
type Assignment = readonly [name: string, value: boolean | string | null];

interface Rule {
  readonly matches: (path: string) => boolean;
  readonly assignments: readonly Assignment[];
}

/** The rules of a `.gitattributes`. */
export interface AttributeFile {
  readonly rules: readonly Rule[];
  readonly macros: ReadonlyMap<string, readonly Assignment[]>;
}

/** Bytes of a line above which git ignores it. */
const maxLineLength = 2_048;

/** Macros that git has by itself. */
const builtIn: readonly (readonly [string, readonly Assignment[]])[] = [
  [
    "binary",
    [
      ["diff", false],
      ["merge", false],
      ["text", false],
    ],
  ],
];

/** Parses a `.gitattributes` of a folder, which is `""` at the root. Lines that git ignores are left out. */
export function parseAttributes(text: string, folder: string): AttributeFile {
  const rules: Rule[] = [];
  const macros = new Map<string, readonly Assignment[]>();
  for (const line of text.replace(/^\ufeff/, "").split("\n")) {
    const trimmed = line.replace(/^[ \t\r\n]+/, "");
    if (trimmed === "" || trimmed.startsWith("#") || line.length >= maxLineLength) continue;
    const { pattern, rest } = readPattern(trimmed);
    const assignments = readAssignments(rest);
    if (assignments === null) continue;
    if (/^\[attr\]./.test(pattern) && !trimmed.startsWith('"')) {
      const name = pattern.slice("[attr]".length);
      if (folder === "" && isName(name)) macros.set(name, assignments);
      continue;
    }
    const matches = pattern.startsWith("!") ? null : matcherOf(pattern);
    if (!matches) continue;
    const prefix = folder === "" ? "" : `${folder}/`;
    rules.push({
      matches: (path) => path.startsWith(prefix) && matches(path.slice(prefix.length)),
      assignments,
    });
  }
  return { rules, macros };
}

/** Returns the attributes of a file by the `.gitattributes` above it, that of the root first, as `git check-attr` does. */
export function attributesOf(
  files: readonly AttributeFile[],
  path: string,
): ReadonlyMap<string, AttributeValue> {
  const macros = new Map([...builtIn, ...files.flatMap((file) => [...file.macros])]);
  const found = new Map<string, AttributeValue>();
  // The last word on an attribute is the first here: what a macro says counts only where the macro itself does.
  const assign = (assignments: readonly Assignment[]): void => {
    for (const [name, value] of assignments.toReversed()) {
      if (found.has(name)) continue;
      found.set(name, value ?? undefined);
      if (value === true) assign(macros.get(name) ?? []);
    }
  };
  for (const { rules } of files.toReversed())
    for (const { matches, assignments } of rules.toReversed()) if (matches(path)) assign(assignments);
  return found;
}

function matcherOf(pattern: string): PathPattern | null {
  // One of a folder matches no file.
  if (pattern === "" || pattern.endsWith("/")) return null;
  const matches = parsePathPattern(pattern.replace(/^\//, ""));
  if (!matches || pattern.includes("/")) return matches;
  return (path) => matches(path.slice(path.lastIndexOf("/") + 1));
}

function readPattern(line: string): { readonly pattern: string; readonly rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(line);
  if (quoted) return { pattern: unquote(quoted[1] ?? ""), rest: line.slice(quoted[0].length) };
  const [pattern = ""] = line.split(/[ \t\r\n]/, 1);
  return { pattern, rest: line.slice(pattern.length) };
}

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Reads the escapes of C, those of bytes as UTF-8. */
function unquote(text: string): string {
  return text.replace(/(?:\\[0-3][0-7]{2})+|\\(.)/g, (sequence, character: string | undefined) => {
    if (character !== undefined) return escapes[character] ?? character;
    const bytes = (sequence.match(/[0-7]{3}/g) ?? []).map((octal) => Number.parseInt(octal, 8));
    return new TextDecoder().decode(Uint8Array.from(bytes));
  });
}

/** Returns the attributes of a line; null where one has no valid name, for which git ignores the line. */
function readAssignments(text: string): Assignment[] | null {
  const assignments: Assignment[] = [];
  for (const word of text.split(/[ \t\r\n]+/).filter(Boolean)) {
    const sign = /^[-!]/.exec(word)?.[0] ?? "";
    const [name = "", ...value] = word.slice(sign.length).split("=");
    if (!isName(name)) return null;
    if (sign !== "") assignments.push([name, sign === "-" ? false : null]);
    else assignments.push([name, value.length > 0 ? value.join("=") : true]);
  }
  return assignments;
}

const isName = (name: string): boolean => /^[A-Za-z0-9_.][-A-Za-z0-9_.]*$/.test(name);
