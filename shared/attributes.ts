import type { FileAttributes } from "./diff/diff-file.ts";

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

/**
 * Returns what git, GitLab and Linguist make of a file's attributes. `working-tree-encoding` is not among them: what is in a
 * repository is UTF-8 then, and only `git checkout` writes another encoding.
 */
export function readFileAttributes(attributes: ReadonlyMap<string, AttributeValue>): FileAttributes {
  const generated = attributes.get("gitlab-generated") ?? attributes.get("linguist-generated");
  const diff = attributes.get("diff");
  const language = attributes.get("gitlab-language") ?? attributes.get("linguist-language");
  return {
    generated: generated === true || generated === "true",
    // A text names a driver, of which git needs a configuration.
    diff: typeof diff === "boolean" ? diff : undefined,
    language: typeof language === "string" ? languageName(language) : undefined,
  };
}

/** Returns a name as `C++` or `erb?parent=json` without the options of GitLab's highlighter; undefined for an empty one. */
const languageName = (value: string): string | undefined =>
  value.split("?", 1)[0]?.toLowerCase().replaceAll(/[ _]/g, "-") || undefined;

/** Consumes one character of a path, or any number. */
type Token =
  | { readonly kind: "one"; readonly matches: (character: string) => boolean }
  /** Any characters but slashes. */
  | { readonly kind: "star" }
  /** Any characters. */
  | { readonly kind: "all" }
  /** Folders, each with its slash, or none. */
  | { readonly kind: "folders" };

/** Returns whether a path matches. */
export type PathPattern = (path: string) => boolean;

/**
 * Parses a pattern of git (`wildmatch` with `WM_PATHNAME`); null for one that matches nothing. The cost of a match is the
 * length of the path times that of the pattern, whatever is in it.
 */
export function parsePathPattern(pattern: string): PathPattern | null {
  const tokens = tokenize(pattern);
  // What is before the first sign and behind the last one decides for most paths. Folders and their slash may be none.
  const prefix = /^[^*?[\\]*/.exec(pattern)?.[0] ?? "";
  const suffix = /[^*?[\]\\]*$/.exec(pattern)?.[0].replace(/^\//, "") ?? "";
  return tokens && ((path) => path.startsWith(prefix) && path.endsWith(suffix) && run(tokens, path));
}

function tokenize(pattern: string): Token[] | null {
  const tokens: Token[] = [];
  const characters = [...pattern];
  // git compares what is before the first sign by itself, and matches the rest as a pattern of its own.
  const start = characters.findIndex((character) => "*?[\\".includes(character));
  for (let at = 0; at < characters.length; ) {
    const character = characters[at] ?? "";
    if (character === "*") {
      const from = at;
      while (characters[at] === "*") at++;
      const isFolder = at - from > 1 && (from === start || characters[from - 1] === "/");
      if (isFolder && characters[at] === "/") {
        tokens.push({ kind: "folders" });
        at++;
      } else tokens.push({ kind: isFolder && at === characters.length ? "all" : "star" });
    } else if (character === "[") {
      const set = parseSet(characters, at);
      if (!set) return null;
      tokens.push({ kind: "one", matches: set.matches });
      at = set.end;
    } else {
      if (character === "\\") at++;
      const literal = characters[at];
      // A backslash at the end escapes nothing.
      if (literal === undefined) return null;
      const isAny = character === "?";
      tokens.push({ kind: "one", matches: (other) => (isAny ? other !== "/" : other === literal) });
      at++;
    }
  }
  return tokens;
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the class of those
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /\d/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Parses a set such as `[!a-z[:digit:]]`; null where it has no end. */
function parseSet(characters: readonly string[], start: number) {
  let at = start + 1;
  const isNegated = characters[at] === "!" || characters[at] === "^";
  if (isNegated) at++;
  const members: ((character: string) => boolean)[] = [];
  for (let isFirst = true; isFirst || characters[at] !== "]"; isFirst = false) {
    const named = /^\[:([a-z]+):\]/.exec(characters.slice(at, at + 12).join(""));
    if (named) {
      const known = classes[named[1] ?? ""];
      if (!known) return null;
      members.push((character) => known.test(character));
      at += named[0].length;
      continue;
    }
    if (characters[at] === "\\") at++;
    const from = characters[at++];
    if (from === undefined) return null;
    let to = from;
    if (characters[at] === "-" && characters[at + 1] !== undefined && characters[at + 1] !== "]") {
      at += characters[at + 1] === "\\" ? 2 : 1;
      to = characters[at++] ?? from;
    }
    members.push((character) => character >= from && character <= to);
  }
  const matches = (character: string) =>
    character !== "/" && members.some((member) => member(character)) !== isNegated;
  return { matches, end: at + 1 };
}

function run(tokens: readonly Token[], path: string): boolean {
  let states = new Set<number>();
  const enter = (into: Set<number>, state: number): void => {
    into.add(state);
    const kind = tokens[state]?.kind;
    if (kind !== undefined && kind !== "one") enter(into, state + 1);
  };
  enter(states, 0);
  for (const character of path) {
    const next = new Set<number>();
    for (const state of states) {
      const token = tokens[state];
      if (token === undefined) continue;
      if (token.kind === "one") {
        if (token.matches(character)) enter(next, state + 1);
      } else if (token.kind === "folders") {
        // Between two slashes it cannot be left.
        next.add(state);
        if (character === "/") enter(next, state);
      } else if (token.kind === "all" || character !== "/") enter(next, state);
    }
    states = next;
  }
  return states.has(tokens.length);
}
