import type { Optional } from "../../../shared/optional.ts";
import { blobDecoder, isPlainUtf8 } from "./blobs.ts";
import { Cache } from "./cache.ts";
import { endChild } from "./children.ts";
import { GitRefusal } from "./git-errors.ts";
import { acrossRepositories } from "./git-folder.ts";
import { contextLines, type GrepMatch, GrepParser, grepDecoded, type RawMatch } from "./grep-decoded.ts";
import type { Repository } from "./repository.ts";
import { readErrors, spawnGit } from "./run.ts";

export type { GrepMatch } from "./grep-decoded.ts";

interface GrepOptions
  extends Optional<{
    /** Paths that are searched; all where left out. */
    accepts: (path: string) => boolean;
  }> {
  readonly commit: string;
  readonly text: string;
  /** Whether `text` is a regular expression. */
  readonly regex: boolean;
  /** Names the paths that `accepts` lets through. */
  readonly key: string;
}

interface GrepResult {
  readonly matches: readonly GrepMatch[];
  /** Whether the search ended early: after {@link maxMatches}, or because they are too long or it took too long. */
  readonly cut: boolean;
}

/** Matches after which a search ends. */
const maxMatches = 5_000;
/** Characters of all matches after which a search ends. */
const maxCharacters = 16_000_000;

/** Results while they are paged through: a commit never changes. Weighed by characters. */
const results = acrossRepositories(
  () =>
    new Cache<GrepResult>(2_000_000, ({ matches }) =>
      matches.reduce((sum, { data, path }) => sum + data.length + path.length + 100, 100),
    ),
);

/**
 * Returns the lines of a commit's files that contain a text, whatever its case, as `git grep` finds them; binary files
 * are left out. A text that is no regular expression is found in files of other encodings, too. `signal` ends git. Throws
 * {@link GitRefusal} for an invalid regular expression, and `GitError` where a file is not in the repository.
 */
export async function grep(
  repository: Repository,
  options: GrepOptions,
  signal: AbortSignal,
): Promise<GrepResult> {
  const key = JSON.stringify([options.commit, options.regex, options.text, options.key]);
  const known = results(repository).get(key);
  if (known) return known;
  const result = options.regex
    ? await search(repository, options, "--perl-regexp", signal)
    : await searchAll(repository, options, signal);
  results(repository).set(key, result);
  return result;
}

/** Searches files as they are and files of other encodings, at the same time. */
async function searchAll(
  repository: Repository,
  options: GrepOptions,
  signal: AbortSignal,
): Promise<GrepResult> {
  const { commit, text, accepts } = options;
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const limits = { signal: both, ms: repository.git.limits.searchMs, maxMatches };
  try {
    const [plain, decoded] = await Promise.all([
      search(repository, options, "--fixed-strings", both),
      grepDecoded(repository, { commit, text, accepts }, limits),
    ]);
    if (decoded.matches.length === 0) return { ...plain, cut: plain.cut || decoded.cut };
    const others = plain.matches.filter(({ path }) => !decoded.paths.has(path));
    const matches = [...others, ...decoded.matches].toSorted((a, b) => compareBytes(a.path, b.path));
    return {
      matches: matches.slice(0, maxMatches),
      cut: plain.cut || decoded.cut || matches.length > maxMatches,
    };
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/** git's order of paths. */
const compareBytes = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));

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
    `--context=${contextLines}`,
    "--no-color",
  ];
  // Letters beyond ASCII have a case only where the locale says that bytes are UTF-8.
  const env = { LC_ALL: "C.UTF-8" };
  const child = spawnGit(repository, [...args, "--full-name", kind, "-e", text, commit], {
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
  }, repository.git.limits.searchMs);
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
  throw repository.git.processes.failureOf(child, args, code, error);
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
