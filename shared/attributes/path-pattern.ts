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
  return tokens && ((path) => run(tokens, path));
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
