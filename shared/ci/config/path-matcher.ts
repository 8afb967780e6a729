import { ConfigError } from "./config-error.ts";

/** Alternatives that the braces of one pattern may have. */
const maxAlternatives = 1_000;

/** A part of a pattern between two slashes matches a part of a path; {@link anyFolders} any number of them. */
type Part = readonly Token[] | typeof anyFolders;
/** Any text, or one character of a set. */
type Token = typeof anyText | ((character: string) => boolean);

const anyFolders = "**";
const anyText = "*";

/**
 * Returns whether a pattern of `rules: changes`, `rules: exists` or `only: changes` matches a path, as the services do with
 * Ruby's `File.fnmatch?(pattern, path, FNM_PATHNAME | FNM_DOTMATCH | FNM_EXTGLOB)`: braces, `*`, `?`, sets in brackets,
 * `**` as a whole part with a slash behind it, and the backslash alone have a meaning. Takes no more time than the product
 * of both lengths. Throws {@link ConfigError} for too many alternatives.
 */
export function createPathMatcher(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map(readParts);
  return (path) => {
    const parts = path.split("/").map((part) => Array.from(part));
    return alternatives.some((patterns) => matchParts(patterns, parts));
  };
}

/** Returns the patterns that `{a,b}` stands for: none where a brace does not close, as in Ruby. */
function expandBraces(pattern: string): string[] {
  let depth = 0;
  const edges: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "{" && depth++ === 0) edges.push(at);
    else if (character === "," && depth === 1) edges.push(at);
    else if (character === "}" && depth > 0 && --depth === 0) {
      edges.push(at);
      const [before, after] = [pattern.slice(0, edges[0]), pattern.slice(at + 1)];
      const found = edges
        .slice(0, -1)
        .flatMap((edge, index) => expandBraces(before + pattern.slice(edge + 1, edges[index + 1]) + after));
      if (found.length > maxAlternatives)
        throw new ConfigError(`${pattern} has more than ${maxAlternatives} alternatives in braces.`);
      return found;
    }
  }
  return depth > 0 ? [] : [pattern];
}

function readParts(pattern: string): Part[] {
  const characters = Array.from(pattern);
  const parts: Part[] = [];
  let tokens: Token[] = [];
  let source = "";
  for (let at = 0; at < characters.length; ) {
    const start = at;
    let character = characters[at++] ?? "";
    if (character === "*") tokens.push(anyText);
    else if (character === "?") tokens.push(() => true);
    else if (character === "[") {
      const set = readSet(characters, at);
      at = set.end;
      tokens.push(set.token);
    } else {
      if (character === "\\" && at < characters.length) character = characters[at++] ?? "";
      if (character === "/") {
        parts.push(source === anyFolders ? anyFolders : tokens);
        tokens = [];
        source = "";
        continue;
      }
      const literal = character;
      tokens.push((other) => other === literal);
    }
    source += characters.slice(start, at).join("");
  }
  return [...parts, tokens];
}

/** Reads the set behind a bracket. One that does not close has no character. */
function readSet(
  characters: readonly string[],
  from: number,
): { readonly token: Token; readonly end: number } {
  const isNegated = characters[from] === "!" || characters[from] === "^";
  const ranges: (readonly [string, string])[] = [];
  let at = isNegated ? from + 1 : from;
  const next = () => {
    if (characters[at] === "\\") at++;
    return characters[at++] ?? "";
  };
  while (at < characters.length && characters[at] !== "]") {
    const first = next();
    const isRange = characters[at] === "-" && characters[at + 1] !== "]";
    if (isRange) at++;
    ranges.push([first, isRange ? next() : first]);
  }
  const isClosed = at < characters.length;
  const isIn = (character: string) =>
    ranges.some(
      ([first, last]) =>
        character === first ||
        character === last ||
        (codeOf(character) >= codeOf(first) && codeOf(character) <= codeOf(last)),
    );
  return {
    token: (character) => isClosed && isIn(character) !== isNegated,
    end: at + 1,
  };
}

const codeOf = (character: string): number => character.codePointAt(0) ?? Number.NaN;

/** Goes back to the last `**` alone: an earlier one could not find more. */
function matchParts(patterns: readonly Part[], parts: readonly (readonly string[])[]): boolean {
  let [at, part] = [0, 0];
  let retry: { readonly at: number; part: number } | null = null;
  for (;;) {
    while (patterns[at] === anyFolders) retry = { at: ++at, part };
    const pattern = patterns[at];
    const text = parts[part];
    if (pattern !== undefined && pattern !== anyFolders && text && matchPart(pattern, text)) {
      at++;
      part++;
      if (at === patterns.length && part === parts.length) return true;
      if (at < patterns.length && part < parts.length) continue;
    }
    if (!retry || ++retry.part >= parts.length) return false;
    [at, part] = [retry.at, retry.part];
  }
}

function matchPart(tokens: readonly Token[], text: readonly string[]): boolean {
  let [at, position] = [0, 0];
  let retry: { readonly at: number; position: number } | null = null;
  for (;;) {
    const token = tokens[at];
    const character = text[position];
    if (token === anyText) retry = { at: ++at, position };
    else if (token && character !== undefined && token(character)) {
      at++;
      position++;
    } else if (!token && character === undefined) return true;
    else if (!retry || retry.position >= text.length) return false;
    else [at, position] = [retry.at, ++retry.position];
  }
}
