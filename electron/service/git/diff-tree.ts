import { PassThrough, pipeline } from "node:stream";
import { finished } from "node:stream/promises";
import { attributesReader } from "./attributes-reader.ts";
import { isPlainUtf8 } from "./blobs.ts";
import { Cache } from "./cache.ts";
import { endChild } from "./children.ts";
import { type Compared, type FileDiff, finishFile } from "./finish-file.ts";
import { TooLarge } from "./git-errors.ts";
import { acrossRepositories } from "./git-folder.ts";
import { parseRawChanges, type RawChange, RawSection } from "./raw-changes.ts";
import type { Repository } from "./repository.ts";
import { readErrors, spawnGit } from "./run.ts";

/** Bytes above which a file's patch is left out. */
export const largestPatch = 2 * 1024 * 1024;
/** Bytes of the list of changed files. */
const maxListBytes = 64 * 1024 * 1024;
/** Bytes of patches above which those of the following files are left out. */
const largestDiff = 64 * 1024 * 1024;

/** Changes between two commits or trees, renames found. */
export interface TreeDiff {
  /** Files that changed. */
  readonly total: number;
  /** Resolves with the files from `start` to `end` (exclusive) once git has read them. */
  slice(start: number, end: number): Promise<FileDiff[]>;
}

/** Cached patches, weighed by characters; the last comparison is cached whatever it weighs. */
const maxCachedCharacters = 3 * 1024 * 1024;

/** Files in the largest batch. */
const maxBatchFiles = 64;

/** Yields the first `count` files of a diff while git reads them, in growing batches. */
export async function* diffBatches(diff: TreeDiff, count: number): AsyncGenerator<FileDiff[]> {
  const total = Math.min(count, diff.total);
  for (let at = 0, size = 1; at < total; at += size, size = Math.min(maxBatchFiles, 2 * size)) {
    yield await diff.slice(at, Math.min(total, at + size));
  }
}

const diffs = acrossRepositories(() => new Cache<RunningDiff>(maxCachedCharacters, (diff) => diff.weight));

/**
 * Compares two commits or trees. The patch is made once, in the background, and cached while it is paged through: the
 * first page need not wait for the last, and the last does not begin anew. git ends when the signals of all that wait
 * for it are aborted.
 */
export async function diffTrees(
  repository: Repository,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<TreeDiff> {
  signal?.throwIfAborted();
  const key = `${from} ${to}`;
  const known = diffs(repository).get(key);
  const running = known && !known.failed ? known : startDiff(repository, key, from, to);
  running.watch(signal);
  await running.listed;
  if (running.failed) throw running.failed;
  return running;
}

function startDiff(repository: Repository, key: string, from: string, to: string): RunningDiff {
  const running = new RunningDiff(
    { repository, from, to, attributes: attributesReader(repository, to) },
    startPatch(repository, from, to),
  );
  diffs(repository).set(key, running);
  void running.ended.then(() => {
    if (diffs(repository).get(key) !== running) return;
    // Stored again, now that its weight is known.
    if (running.failed) diffs(repository).delete(key);
    else diffs(repository).set(key, running);
  });
  return running;
}

class RunningDiff implements TreeDiff {
  total = 0;
  /** Settles once it is known which files changed, or that this failed. */
  readonly listed: Promise<void>;
  readonly ended: Promise<void>;
  failed: Error | null = null;
  readonly #compared: Compared;
  /** Null once it has ended: a cached diff would retain the streams of its process. */
  #patch: PatchProcess | null;
  #changes: readonly RawChange[] = [];
  readonly #files: FileDiff[] = [];
  /** Hunks that are not UTF-8, by the index of their file, until they are decoded for the first page that has them. */
  readonly #undecoded = new Map<number, Buffer>();
  readonly #finished = new Set<number>();
  /** Patches that a change still lacks; a change of type is written as a deletion and a creation. */
  #parts: PatchPart[] = [];
  #cachedLength = 0;
  /** Weight at the time of caching. */
  weight = 1_000;
  #waiting: { readonly count: number; readonly go: () => void }[] = [];
  /** Requests that wait for it. */
  #readers = 0;
  #over = false;

  constructor(compared: Compared, patch: PatchProcess) {
    this.#compared = compared;
    this.#patch = patch;
    const listed = Promise.withResolvers<void>();
    this.listed = listed.promise;
    this.ended = this.#run(patch, listed.resolve).then(listed.resolve);
  }

  /** Ends git when this signal and those of all others are aborted; without a signal it runs to its end. */
  watch(signal: AbortSignal | undefined): void {
    this.#readers++;
    signal?.addEventListener("abort", () => {
      this.#readers--;
      if (this.#readers > 0 || this.#over) return;
      this.#refuse(new Error("the comparison was ended"));
    });
  }

  async slice(start: number, end: number): Promise<FileDiff[]> {
    const count = Math.min(end, this.total);
    if (this.#files.length < count && !this.failed) {
      await new Promise<void>((go) => this.#waiting.push({ count, go }));
    }
    if (this.#files.length < count && this.failed) throw this.failed;
    for (let index = start; index < count; index++) await this.#finish(index);
    return this.#files.slice(start, count);
  }

  async #finish(index: number): Promise<void> {
    const file = this.#files[index];
    if (!file || this.#finished.has(index)) return;
    this.#files[index] = await finishFile(this.#compared, file, this.#undecoded.get(index), largestPatch);
    this.#finished.add(index);
    this.#undecoded.delete(index);
  }

  async #run({ output, ended }: PatchProcess, onListed: () => void): Promise<void> {
    const splitter = new PatchSplitter(largestPatch + 1, (part) => this.#take(part));
    const raw = new RawSection((text) => {
      this.#changes = parseRawChanges(text);
      this.total = this.#changes.length;
      onListed();
    });
    output.on("data", (chunk: Buffer) => {
      const patch = raw.push(chunk);
      if (patch) splitter.push(patch);
      else if (raw.size > maxListBytes) this.#refuse(new TooLarge("the list of changed files", maxListBytes));
      if (this.#cachedLength > largestDiff) output.destroy();
    });
    // The exit code shows whether that was all.
    await finished(output).catch(() => undefined);
    const { code, error } = await ended;
    this.#over = true;
    const cut = this.#cachedLength > largestDiff;
    if (!this.failed && (code === 0 || cut)) {
      raw.end();
      splitter.end();
      if (this.#cachedLength > largestDiff) this.#leaveOutRest();
      if (this.#files.length < this.total) this.failed = new Error("git showed fewer files than changed");
    } else this.failed ??= error;
    this.#patch = null;
    this.#changes = [];
    for (const { go } of this.#waiting.splice(0)) go();
  }

  #refuse(error: Error): void {
    this.failed ??= error;
    this.#patch?.end();
  }

  #take(part: PatchPart): void {
    const change = this.#changes[this.#files.length];
    if (!change) return;
    this.#parts.push(part);
    if (this.#parts.length < (change.status === "T" ? 2 : 1)) return;
    const size = this.#parts.reduce((sum, { size }) => sum + size, 0);
    const left = this.#cachedLength > largestDiff ? "collapsed" : size > largestPatch ? "too_large" : null;
    const body = left ? Buffer.alloc(0) : Buffer.concat(this.#parts.map(({ content }) => bodyOf(content)));
    if (!isPlainUtf8(body)) this.#undecoded.set(this.#files.length, body);
    this.#push(change, body.toString(), left);
    this.#parts = [];
  }

  #push(change: RawChange, patch: string, leftOut: FileDiff["leftOut"]): void {
    this.#cachedLength += patch.length;
    this.weight += patch.length + 500;
    this.#files.push({ ...change, patch, leftOut, generated: false });
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

/** Returns a file's hunks, or git's line for a binary one; without the header. */
function bodyOf(chunk: Buffer): Buffer {
  const hunk = chunk.indexOf("\n@@ ");
  const start = hunk >= 0 ? hunk : chunk.indexOf("\nBinary files ");
  return start >= 0 ? chunk.subarray(start + 1) : Buffer.alloc(0);
}

/** A git process that writes a patch. */
interface PatchProcess {
  readonly output: PassThrough;
  /** Exit code of git, or the error that prevented its start. */
  readonly ended: Promise<{ readonly code: number | null; readonly error: Error | null }>;
  /** Ends git before it is done. */
  end(): void;
}

/** Starts git on the changes between two commits or trees: first their list, then their patches. */
function startPatch(repository: Repository, from: string, to: string): PatchProcess {
  const options = ["--raw", "-p", "-z", "--full-index", "--no-color", "--no-ext-diff", "--no-textconv"];
  const args = ["diff-tree", "-r", "-M", ...options, from, to];
  const child = spawnGit(repository, args, { boundedMemory: true });
  child.stdin.on("error", () => undefined);
  child.stdin.end();
  const errors = readErrors(child);
  const ended = new Promise<Awaited<PatchProcess["ended"]>>((resolve) => {
    child.on("error", (error) => resolve({ code: null, error }));
    child.on("close", (code) => {
      const error = code === 0 ? null : repository.git.processes.failureOf(child, args, code, errors());
      resolve({ code, error });
    });
  });
  // Node discards unread output when a process ends, so the output is piped into a stream of its own.
  const output = new PassThrough();
  pipeline(child.stdout, output, () => undefined);
  return { output, ended, end: () => endChild(child) };
}

const fileStart = Buffer.from("\ndiff --git ");

/** A file's part of a patch; of one that is longer than allowed only the size is known. */
interface PatchPart {
  readonly content: Buffer;
  /** Bytes, of which `content` may be the beginning. */
  readonly size: number;
}

/**
 * Cuts a patch that arrives in chunks into its files. Lines of content never begin with a `d`, so the headers are
 * unambiguous. Of each file at most `maxFileBytes` bytes are emitted.
 */
export class PatchSplitter {
  readonly #maxFileBytes: number;
  readonly #emit: (part: PatchPart) => void;
  /** The file that is arriving: its first bytes, and its size. */
  #buffered: Buffer[] = [];
  #bufferedSize = 0;
  #size = 0;
  /** End of the last chunk, in which a header may have begun; it opens with the line break before the patch. */
  #rest: Buffer = Buffer.from("\n");
  #started = false;

  constructor(maxFileBytes: number, emit: (part: PatchPart) => void) {
    this.#maxFileBytes = maxFileBytes;
    this.#emit = emit;
  }

  push(chunk: Buffer): void {
    let buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (let at = buffer.indexOf(fileStart); at >= 0; at = buffer.indexOf(fileStart)) {
      // The line break belongs to the file before.
      this.#keep(buffer.subarray(0, at + 1));
      this.#close();
      this.#started = true;
      this.#keep(buffer.subarray(at + 1, at + fileStart.length));
      buffer = buffer.subarray(at + fileStart.length);
    }
    const safe = Math.max(0, buffer.length - fileStart.length + 1);
    this.#keep(buffer.subarray(0, safe));
    this.#rest = Buffer.from(buffer.subarray(safe));
  }

  end(): void {
    this.#keep(this.#rest);
    this.#close();
  }

  #keep(bytes: Buffer): void {
    if (!this.#started) return;
    this.#size += bytes.length;
    const room = this.#maxFileBytes - this.#bufferedSize;
    if (room <= 0) return;
    const added = Buffer.from(bytes.subarray(0, room));
    this.#buffered.push(added);
    this.#bufferedSize += added.length;
  }

  #close(): void {
    if (this.#started) this.#emit({ content: Buffer.concat(this.#buffered), size: this.#size });
    this.#started = false;
    this.#buffered = [];
    this.#bufferedSize = 0;
    this.#size = 0;
  }
}
