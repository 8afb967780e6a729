import type { Optional } from "../../../shared/optional.ts";
import { decodeText as decodeAs } from "../../../shared/text/encoding/decode-text.ts";
import { isUtf8 } from "../../../shared/text/encoding/detect-unicode.ts";
import { encodingOf } from "../../../shared/text/encoding/encodings.ts";
import { Cache } from "./cache.ts";
import { readHeaderDate } from "./commit-date.ts";
import { decodeParts, detachText } from "./detect-and-decode.ts";
import { ifTooLarge } from "./git-errors.ts";
import { acrossRepositories, type GitFolder } from "./git-folder.ts";
import { historyScope } from "./history-scope.ts";
import { ifMissing, MissingObject } from "./missing-object.ts";
import type { ObjectReader } from "./object-reader.ts";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

/** A commit in git's fields. */
export interface GitCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly authorName: string;
  readonly authorEmail: string;
  /** ISO 8601 with the author's zone; the committer's date where the author's cannot be read, undefined where neither can. */
  readonly authoredAt: string | undefined;
  readonly committerName: string;
  readonly committerEmail: string;
  /** As `authoredAt`, of the committer. */
  readonly committedAt: string | undefined;
  readonly message: string;
  /** `Key: value` lines that close the message; of a key that is there twice the last one. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Lines that a commit added and took away. */
export interface Stats {
  readonly additions: number;
  readonly deletions: number;
}

/** Cached commits, weighed by about the bytes of each. */
const cachedCommits = acrossRepositories(
  () => new Cache<GitCommit>(2_500_000, ({ message }) => message.length + 700),
);
const cachedStats = acrossRepositories(() => new Cache<Stats>(10_000));

/** Returns one commit by its full hash. Throws {@link MissingObject}. */
export async function readCommit(repository: Repository, id: string): Promise<GitCommit> {
  const [commit] = await readCommits(repository, [id]);
  if (!commit) throw new MissingObject(id);
  return commit;
}

/** Number of commits that are read ahead. */
const maxReadAhead = 500;

/**
 * Returns commits by their full hashes, in that order. `likely` are commits that will be read next: the same process
 * reads them too. `signal` ends git.
 */
export async function readCommits(
  repository: Repository,
  ids: readonly string[],
  { likely = [], signal }: Optional<{ likely: readonly string[]; signal: AbortSignal }> = {},
): Promise<GitCommit[]> {
  const scope = historyScope(repository);
  const isUnknown = (id: string) => !cachedCommits(repository).get(scope + id);
  if (ids.some(isUnknown)) {
    const missing = [...new Set([...ids, ...likely.slice(0, maxReadAhead)])].filter(isUnknown);
    await keepCommits(repository, await show(repository, missing, [], signal));
  }
  return ids.flatMap((id) => cachedCommits(repository).get(scope + id) ?? []);
}

/**
 * Returns the changed lines of commits against their first parents; nothing in a clone that lacks some of their files, or
 * where they are too many to compare.
 * The same process reads the commits themselves, so that {@link readCommits} has them afterwards.
 */
export async function readStats(
  repository: Repository,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Stats>> {
  const scope = historyScope(repository);
  const missing = ids.filter((id) => !cachedStats(repository).get(scope + id));
  if (missing.length > 0) {
    const options = ["--diff-merges=first-parent", "--shortstat"];
    const output = await show(repository, missing, options, signal)
      .catch(ifMissing(null))
      .catch(ifTooLarge(null));
    if (output === null) return new Map();
    for (const { commit, changes } of await parseLog(repository, output)) {
      cachedCommits(repository).set(scope + commit.id, commit);
      cachedStats(repository).set(scope + commit.id, {
        additions: Number(/(\d+) insertion/.exec(changes)?.[1] ?? 0),
        deletions: Number(/(\d+) deletion/.exec(changes)?.[1] ?? 0),
      });
    }
  }
  return new Map(
    ids.map((id) => [id, cachedStats(repository).get(scope + id) ?? { additions: 0, deletions: 0 }]),
  );
}

const show = async (
  repository: GitFolder,
  ids: readonly string[],
  options: readonly string[],
  signal?: AbortSignal,
): Promise<Buffer> => {
  const { stdout } = await git(
    repository,
    ["log", "--no-walk=unsorted", "--stdin", ...commitFormat, ...options],
    {
      input: `${ids.join("\n")}\n`,
      signal,
      boundedMemory: options.length > 0,
    },
  );
  return stdout;
};

const trailers = "%(trailers:only=true,unfold=true)";
const fields = ["%H", "%P", "%an", "%ae", "%ad", "%cn", "%ce", "%cd", "%B", trailers];

/** Options of `git log` for output that {@link keepCommits} takes. */
export const commitFormat = [
  "-z",
  `--format=tformat:${fields.map((field) => `%x00${field}`).join("")}`,
  "--encoding=UTF-8",
  // git's ISO 8601 has zones that are none.
  "--date=raw",
];

/** Caches the commits of an output of `git log` and returns them. */
export async function keepCommits(repository: Repository, output: Buffer): Promise<GitCommit[]> {
  const scope = historyScope(repository);
  const commits = (await parseLog(repository, output)).map(({ commit }) => commit);
  for (const commit of commits) cachedCommits(repository).set(scope + commit.id, commit);
  return commits;
}

/** Returns commits, each with the text about its changes that git writes behind it. */
async function parseLog(
  repository: Repository,
  output: Buffer,
): Promise<{ readonly commit: GitCommit; readonly changes: string }[]> {
  const parts = output.toString().split("\0");
  const parsed: { readonly commit: GitCommit; readonly changes: string }[] = [];
  // Each field begins with a NUL, and the text about the changes too.
  for (let at = 1; at + fields.length < parts.length; at += fields.length + 1) {
    const commit = readFields(parts.slice(at, at + fields.length));
    parsed.push({
      commit: isOdd(commit) ? await withOwnFields(repository, commit) : commit,
      changes: parts[at + fields.length] ?? "",
    });
  }
  return parsed;
}

function readFields(parts: readonly string[]): GitCommit {
  // A substring retains its whole text in memory: a cached commit gets copies.
  const own = parts.join("\0").split("\0");
  const take = (field: number) => own[field] ?? "";
  return {
    id: detachText(take(0)),
    parents: take(1).split(" ").filter(Boolean),
    authorName: take(2),
    authorEmail: take(3),
    authoredAt: readHeaderDate(take(4)),
    committerName: take(5),
    committerEmail: take(6),
    committedAt: readHeaderDate(take(7)),
    message: take(8),
    trailers: readTrailers(take(9)),
  };
}

/** Returns whether git's fields lack a date, or are not UTF-8. */
const isOdd = ({ authoredAt, committedAt, authorName, authorEmail, committerName, message }: GitCommit) =>
  isDoubtful(authoredAt) ||
  isDoubtful(committedAt) ||
  [authorName, authorEmail, committerName, message].some((text) => text.includes("\ufffd"));

/** git prints the epoch for a number that is too large for it. */
const isDoubtful = (date: string | undefined): boolean =>
  date === undefined || date === "1970-01-01T00:00:00+00:00";

/** Returns a commit with the texts and dates that its object has. */
async function withOwnFields({ objects }: Repository, commit: GitCommit): Promise<GitCommit> {
  const raw = await readRawCommit(objects, commit.id);
  if (!raw) return commit;
  const { author, committer, message } = raw;
  const isText = message !== "" && commit.message.includes("\ufffd");
  return {
    ...commit,
    authorName: author.name,
    authorEmail: author.email,
    authoredAt: author.at ?? committer.at,
    committerName: committer.name,
    committerEmail: committer.email,
    committedAt: committer.at ?? author.at,
    ...(isText ? { message, trailers: readTrailers(message.trimEnd().split(/\n\n+/).at(-1) ?? "") } : {}),
  };
}

const readTrailers = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const match = /^([^:\s]+)\s*:\s*(.*)$/.exec(line);
      return match ? [[match[1], match[2]]] : [];
    }),
  );

/** A person and a date of a commit's header. */
interface Signature {
  readonly name: string;
  readonly email: string;
  /** ISO 8601; undefined where the header has none that can be read. */
  readonly at: string | undefined;
}

/** People, dates and message of a commit, read from its object itself. */
interface RawCommit {
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/**
 * Reads a commit of which git's own fields are not to be used: it leaves out dates before 1970 and those without a zone,
 * and passes bytes through that are not in the encoding that the commit names. Null where it is not there.
 */
async function readRawCommit(objects: ObjectReader, id: string): Promise<RawCommit | null> {
  const object = await objects.read(id);
  if (object?.type !== "commit") return null;
  const { content } = object;
  const end = content.indexOf("\n\n");
  const head = end < 0 ? content : content.subarray(0, end);
  const body = end < 0 ? Buffer.alloc(0) : content.subarray(end + 2);
  const lines = linesOf(head);
  const field = (name: string) =>
    lines
      .find((line) => line.toString("latin1", 0, name.length + 1) === `${name} `)
      ?.subarray(name.length + 1) ?? Buffer.alloc(0);
  const parts = [field("author"), field("committer"), body];
  const named = encodingOf(field("encoding").toString("latin1"));
  const [author = "", committer = "", message = ""] =
    named && named !== "utf-8" ? parts.map((part) => toText(part, named)) : decodeParts(parts);
  return { author: readSignature(author), committer: readSignature(committer), message };
}

/** Decodes a part in the encoding that the commit names; one that is UTF-8 all the same as that. */
const toText = (bytes: Buffer, encoding: NonNullable<ReturnType<typeof encodingOf>>): string =>
  isUtf8(bytes) && !encoding.startsWith("iso-2022") ? bytes.toString() : decodeAs(bytes, encoding);

/** Reads `Name <email> seconds zone`; the date is behind the last bracket, as git takes it. */
function readSignature(text: string): Signature {
  const [, name = text, email = ""] = /^([^<]*)<([^>]*)/.exec(text) ?? [];
  return {
    name: name.trim(),
    email: email.trim(),
    at: readHeaderDate(text.slice(text.lastIndexOf(">") + 1)),
  };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    lines.push(bytes.subarray(at, end < 0 ? bytes.length : end));
    at = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}
