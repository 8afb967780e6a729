import { PassThrough, pipeline } from "node:stream";
import { finished } from "node:stream/promises";
import { Cache } from "./cache.ts";
import { type PatchPart, PatchSplitter } from "./patch-splitter.ts";
import { type RawChange, readChanges } from "./raw-changes.ts";
import type { Repository } from "./repository.ts";
import { GitError, spawnGit } from "./run.ts";
import { decodeText } from "./text.ts";

/** One file of a diff, with the interface's field names. */
export type GitDiff = {
  readonly diff: string;
  readonly old_path: string;
  readonly new_path: string;
  readonly a_mode: string;
  readonly b_mode: string;
  readonly new_file: boolean;
  readonly renamed_file: boolean;
  readonly deleted_file: boolean;
  /** The file's patch is left out because of its size. */
  readonly too_large: boolean;
  /** The file's patch is left out because the whole diff is too long. */
  readonly collapsed: boolean;
};

/** The tree that holds nothing; what a first commit is compared with. */
export const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Bytes above which a file's patch is left out. */
export const largestPatch = 2 * 1024 * 1024;
/** Bytes of patches above which those of the following files are left out. */
const largestDiff = 64 * 1024 * 1024;

/** Changes between two commits or trees, renames found. */
export interface TreeDiff {
  /** Files that changed. */
  readonly total: number;
  /** Files from `start` to `end` (exclusive), as soon as git has come so far. */
  slice(start: number, end: number): Promise<GitDiff[]>;
}

const diffs = new Cache<RunningDiff>(2 * largestDiff, (diff) => diff.weight);

/**
 * Compares two commits or trees. The patch is made once, in the background, and kept while it is paged through: the
 * first page need not wait for the last, and the last does not begin anew.
 */
export async function diffTrees(repository: Repository, from: string, to: string): Promise<TreeDiff> {
  const key = `${from} ${to}`;
  const known = diffs.get(key);
  if (known && !known.failed) return known;
  const patch = startPatch(repository, from, to);
  const changes = await readChanges(repository, from, to).catch((error: unknown) => {
    patch.output.destroy();
    throw error;
  });
  const running = new RunningDiff(patch, changes);
  diffs.set(key, running);
  void running.ended.then(() => {
    // Only now is it known what it weighs.
    if (running.failed) diffs.delete(key);
    else diffs.set(key, running);
  });
  return running;
}

/** git on its way through a patch. */
interface Patch {
  /** What it prints; it waits until somebody reads it. */
  readonly output: PassThrough;
  /** How git ended: its exit code, or what kept it from starting. */
  readonly ended: Promise<number | null | Error>;
}

function startPatch({ folder }: Repository, from: string, to: string): Patch {
  const options = ["-p", "--full-index", "--no-color", "--no-ext-diff", "--no-textconv"];
  const child = spawnGit(folder, ["diff-tree", "-r", "-M", ...options, from, to]);
  child.stdin.on("error", () => undefined);
  child.stdin.end();
  child.stderr.resume();
  const ended = new Promise<number | null | Error>((resolve) => {
    child.on("error", resolve);
    child.on("close", resolve);
  });
  // Node throws away what a process has printed when it ends, unless it went on from there.
  const output = new PassThrough();
  pipeline(child.stdout, output, () => undefined);
  return { output, ended };
}

class RunningDiff implements TreeDiff {
  readonly total: number;
  readonly ended: Promise<void>;
  failed: Error | null = null;
  readonly #changes: readonly RawChange[];
  readonly #files: GitDiff[] = [];
  /** Patches that a change still lacks; a change of type is written as a deletion and a creation. */
  #parts: PatchPart[] = [];
  #kept = 0;
  /** What it weighed when it was put into the cache. */
  weight = 0;
  #waiting: { readonly count: number; readonly go: () => void }[] = [];

  constructor(patch: Patch, changes: readonly RawChange[]) {
    this.#changes = changes;
    this.total = changes.length;
    this.ended = this.#run(patch);
  }

  async slice(start: number, end: number): Promise<GitDiff[]> {
    const count = Math.min(end, this.total);
    if (this.#files.length < count && !this.failed) {
      await new Promise<void>((go) => this.#waiting.push({ count, go }));
    }
    if (this.#files.length < count && this.failed) throw this.failed;
    return this.#files.slice(start, count);
  }

  async #run({ output, ended }: Patch): Promise<void> {
    const splitter = new PatchSplitter(largestPatch + 1, (part) => this.#take(part));
    output.on("data", (chunk: Buffer) => {
      splitter.push(chunk);
      if (this.#kept > largestDiff) output.destroy();
    });
    // How git ended says whether that was all.
    await finished(output).catch(() => undefined);
    const end = await ended;
    const cut = this.#kept > largestDiff;
    const error = end instanceof Error ? end : end === 0 || cut ? null : new GitError(["diff-tree"], end, "");
    if (!error) splitter.end();
    if (!error && this.#kept > largestDiff) this.#leaveOutRest();
    if (this.#files.length < this.total)
      this.failed = error ?? new Error("git showed fewer files than changed");
    for (const { go } of this.#waiting.splice(0)) go();
  }

  #take(part: PatchPart): void {
    const change = this.#changes[this.#files.length];
    if (!change) return;
    this.#parts.push(part);
    if (this.#parts.length < (change.status === "T" ? 2 : 1)) return;
    const size = this.#parts.reduce((sum, { size }) => sum + size, 0);
    const left = this.#kept > largestDiff ? "collapsed" : size > largestPatch ? "too_large" : null;
    this.#push(change, left ? "" : this.#parts.map(({ content }) => bodyOf(content)).join(""), left);
    this.#parts = [];
  }

  #push(change: RawChange, diff: string, left: "collapsed" | "too_large" | null): void {
    this.#kept += diff.length;
    this.weight += diff.length + 500;
    this.#files.push({
      diff,
      old_path: change.oldPath,
      new_path: change.newPath,
      a_mode: change.oldMode,
      b_mode: change.newMode,
      new_file: change.status === "A" || change.status === "C",
      renamed_file: change.status === "R",
      deleted_file: change.status === "D",
      too_large: left === "too_large",
      collapsed: left === "collapsed",
    });
    this.#waiting = this.#waiting.filter(({ count, go }) => {
      if (this.#files.length < count) return true;
      go();
      return false;
    });
  }

  #leaveOutRest(): void {
    for (const change of this.#changes.slice(this.#files.length)) this.#push(change, "", "collapsed");
  }
}

/** A file's hunks, or what git says of a binary one; without the header, as the interface has it. */
function bodyOf(chunk: Buffer): string {
  const hunk = chunk.indexOf("\n@@ ");
  if (hunk >= 0) return decodeText(chunk.subarray(hunk + 1));
  const binary = chunk.indexOf("\nBinary files ");
  return binary >= 0 ? chunk.subarray(binary + 1).toString() : "";
}
