import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { otherFolder } from "../git-folder.ts";
import { createRepositories, createRepository, type Repository } from "../repository.ts";
import * as run from "../run.ts";
import { clearBeforeWriting } from "../stale-locks.ts";

/** Content of a file, with a mode where it is not a plain file; null deletes. A submodule's content is its commit. */
export type TestFile = string | Buffer | null | { readonly mode: string; readonly content: string };

export interface TestCommit {
  readonly branch?: string;
  readonly from?: string;
  readonly merge?: string;
  readonly files?: Readonly<Record<string, TestFile>>;
  readonly message?: string;
  readonly author?: string;
  /** Seconds since 1970. */
  readonly time?: number;
  /** Bytes of the message are of this encoding. */
  readonly encoding?: BufferEncoding;
}

/** A repository in a folder of its own. */
export interface TestRepository extends Repository {
  /** Makes a commit through `git fast-import` and returns its hash. */
  commit(commit: TestCommit): Promise<string>;
  /** Makes a history of commits through one `git fast-import` and returns their hashes. */
  history(commits: readonly TestCommit[]): Promise<string[]>;
  /** Runs git and returns what it prints, without the last line break. */
  run(...args: string[]): Promise<string>;
  /** Proves that no object is broken, and removes all. */
  remove(): Promise<void>;
}

const author = "Åsa Öberg <asa@example.test>";
let clock = 1_700_000_000;

export async function testRepository(): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), "helve-git-"));
  await createRepository(testRepositories, folder);
  const repository = testRepositories.open(folder);
  // As after the first write: locks that a test leaves are those of another git.
  await clearBeforeWriting(repository);
  const run = async (...args: string[]) => (await gitTextIn(folder, args)).replace(/\n$/, "");
  return {
    ...repository,
    run,
    commit: (commit) => makeCommit(folder, commit),
    history: (commits) => makeHistory(folder, commits),
    async remove() {
      try {
        await proveWhole(folder);
      } finally {
        testRepositories.forget(folder);
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * Throws where an object, a ref, or a file that speeds up git is damaged. `--strict` makes errors of what git only warns
 * of, such as modes and names that other systems reject; unreachable objects are not damage: a refused commit leaves
 * some.
 */
export async function proveWhole(folder: string): Promise<void> {
  const has = (...names: readonly string[]) =>
    names.some((name) => existsSync(join(folder, "objects", name)));
  // A process of its own proves each of these, also where there is none.
  const graph = `core.commitGraph=${has("info/commit-graph", "info/commit-graphs")}`;
  const packs = `core.multiPackIndex=${has("pack/multi-pack-index")}`;
  await gitIn(folder, ["-c", graph, "-c", packs, "fsck", "--strict", "--no-dangling"]);
}

/** Makes a commit through `git fast-import` and returns its hash. */
export async function makeCommit(folder: string, commit: TestCommit): Promise<string> {
  const [id = ""] = await makeHistory(folder, [commit]);
  return id;
}

/** Makes commits through one `git fast-import` and returns their hashes. `from` and `merge` may name branches among them. */
export async function makeHistory(folder: string, commits: readonly TestCommit[]): Promise<string[]> {
  const tips = new Map<string, string>();
  const parts: (string | Buffer)[] = [];
  for (const [index, commit] of commits.entries()) {
    const ref = `refs/heads/${commit.branch ?? "main"}`;
    const start = commit.from ?? ref;
    const from = tips.get(start) ?? (await tipOf(folder, start));
    const merge = commit.merge && (tips.get(commit.merge) ?? commit.merge);
    const mark = `:${index + 1}`;
    parts.push(...toStream(ref, { ...commit, from, ...(merge ? { merge } : {}) }, mark));
    tips.set(ref, mark);
  }
  const input = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return (await gitTextIn(folder, ["fast-import", "--quiet", "--force"], { input })).trim().split("\n");
}

/** Returns the commit of a revision, empty where there is none. A loose ref needs no process. */
async function tipOf(folder: string, rev: string): Promise<string> {
  const loose = rev.startsWith("refs/") ? await readFile(join(folder, rev), "utf8").catch(() => "") : rev;
  if (/^[0-9a-f]{40}$/.test(loose.trim())) return loose.trim();
  return (await gitTextIn(folder, ["rev-parse", "--verify", "--quiet", rev], { expect: [0, 1] })).trim();
}

function toStream(ref: string, commit: TestCommit, mark: string): (string | Buffer)[] {
  const time = `${commit.time ?? clock++} +0200`;
  const parts: (string | Buffer)[] = [
    `commit ${ref}\nmark ${mark}\nauthor ${commit.author ?? author} ${time}\ncommitter ${author} ${time}\n`,
    ...(commit.encoding === "latin1" ? ["encoding ISO-8859-1\n"] : []),
    ...data(Buffer.from(commit.message ?? "Change", commit.encoding ?? "utf8")),
    ...(commit.from ? [`from ${commit.from}\n`] : []),
    ...(commit.merge ? [`merge ${commit.merge}\n`] : []),
  ];
  for (const [path, file] of Object.entries(commit.files ?? {})) {
    const name = `"${path.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`;
    if (file === null) parts.push(`D ${name}\n`);
    else if (typeof file === "string" || Buffer.isBuffer(file))
      parts.push(`M 100644 inline ${name}\n`, ...data(file));
    else if (file.mode === "160000") parts.push(`M 160000 ${file.content} ${name}\n`);
    else parts.push(`M ${file.mode} inline ${name}\n`, ...data(file.content));
  }
  // Prints the commit's hash.
  parts.push(`get-mark ${mark}\n`);
  return parts;
}

const data = (content: string | Buffer) => [`data ${Buffer.byteLength(content)}\n`, content, "\n"];

/** The git of a test, which shares nothing with that of a service. */
export const testRepositories = createRepositories();

/** Runs git in a folder to its end, as {@link run.git} does. */
export const gitIn = (folder: string, args: readonly string[], options?: run.GitOptions) =>
  run.git(otherFolder(testRepositories, folder), args, options);

/** {@link gitIn} with its output as text. */
export const gitTextIn = (
  folder: string,
  args: readonly string[],
  options?: run.GitOptions,
): Promise<string> => run.gitText(otherFolder(testRepositories, folder), args, options);
