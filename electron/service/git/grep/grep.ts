import { Cache } from "../cache.ts";
import { endChild, failureOf } from "../children.ts";
import { GitRefusal } from "../git-refusal.ts";
import { blobDecoder, isPlainUtf8 } from "../objects/blob-encoding.ts";
import type { Repository } from "../repository.ts";
import { readErrors, spawnGit } from "../run.ts";
import { GrepParser, type RawMatch } from "./grep-output.ts";

/** Lines of a file around a match, decoded as the file is. */
export interface GrepMatch extends Omit<RawMatch, "data"> {
  readonly data: string;
}

export interface GrepOptions {
  readonly commit: string;
  readonly text: string;
  /** Whether `text` is a regular expression. */
  readonly regex: boolean;
  /** Paths that are searched; all where left out. */
  readonly accepts?: ((path: string) => boolean) | undefined;
  /** Names the paths that `accepts` lets through. */
  readonly key: string;
}

export interface GrepResult {
  readonly matches: readonly GrepMatch[];
  /** Whether the search ended early: after {@link maxMatches}, or because they are too long or it took too long. */
  readonly cut: boolean;
}

/** Matches after which a search ends. */
export const maxMatches = 5_000;
/** Characters of all matches after which a search ends. */
const maxCharacters = 16_000_000;
/** Milliseconds after which a search ends: a few trees that name each other have any number of files. */
export const searchLimit = { ms: 60_000 };
/** Lines before and after a match. */
const context = 2;

/** Results while they are paged through: a commit never changes. Weighed by characters. */
const results = new Cache<GrepResult>(2_000_000, ({ matches }) =>
  matches.reduce((sum, { data, path }) => sum + data.length + path.length + 100, 100),
);

/**
 * Returns the lines of a commit's files that contain a text, whatever its case, as `git grep` finds them; binary files
 * are left out. `signal` ends git. Throws {@link GitRefusal} for an invalid regular expression, and `GitError`
 * where a file is not in the repository.
 */
export async function grep(
  repository: Repository,
  options: GrepOptions,
  signal: AbortSignal,
): Promise<GrepResult> {
  const key = JSON.stringify([options.commit, options.regex, options.text, options.key]);
  const known = results.get(key);
  if (known) return known;
  const result = await search(
    repository,
    options,
    options.regex ? "--perl-regexp" : "--fixed-strings",
    signal,
  );
  results.set(key, result);
  return result;
}

async function search(
  repository: Repository,
  options: GrepOptions,
  kind: "--fixed-strings" | "--perl-regexp" | "--extended-regexp",
  signal: AbortSignal,
): Promise<GrepResult> {
  const { commit, text } = options;
  const args = [
    "grep",
    "-I",
    "--ignore-case",
    "--line-number",
    "--null",
    `--context=${context}`,
    "--no-color",
  ];
  // Letters beyond ASCII have a case only where the locale says that bytes are UTF-8.
  const env = { LC_ALL: "C.UTF-8" };
  const child = spawnGit(repository.folder, [...args, "--full-name", kind, "-e", text, commit], {
    signal,
    env,
    boundedMemory: true,
  });
  child.stdin.end();
  const errors = readErrors(child);
  const matches: RawMatch[] = [];
  let characters = 0;
  let cut = false;
  const parser = new GrepParser(commit.length, (match) => {
    if (cut || !(options.accepts?.(match.path) ?? true)) return;
    matches.push(match);
    characters += match.data.length;
    cut = matches.length >= maxMatches || characters > maxCharacters;
    if (cut) endChild(child);
  });
  child.stdout.on("data", (chunk: Buffer) => parser.push(chunk));
  const timer = setTimeout(() => {
    cut = true;
    endChild(child);
  }, searchLimit.ms);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  }).finally(() => clearTimeout(timer));
  parser.end();
  const error = errors();
  // git continues after a file that a partial clone lacks: matches would be missing without a message.
  const isWhole = !/unable to read/.test(error);
  if (cut || ((code === 0 || code === 1) && isWhole))
    return { matches: await decodeMatches(repository, commit, matches), cut };
  if (kind === "--perl-regexp" && error.includes("Perl-compatible")) {
    return search(repository, options, "--extended-regexp", signal);
  }
  if (kind !== "--fixed-strings" && error.startsWith("fatal: -e option")) {
    throw new GitRefusal("regex_invalid", error.trim());
  }
  throw failureOf(child, args, code, error);
}

async function decodeMatches(
  repository: Repository,
  commit: string,
  matches: readonly RawMatch[],
): Promise<GrepMatch[]> {
  const decoded: GrepMatch[] = [];
  for (const match of matches) {
    const data = isPlainUtf8(match.data)
      ? match.data.toString()
      : (await blobDecoder(repository, `${commit}:${match.path}`))(match.data);
    decoded.push({ ...match, data });
  }
  return decoded;
}
