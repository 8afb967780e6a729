import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { Socket } from "node:net";
import { listProcesses, type Processes, treeOf } from "../../system/process-trees.ts";
import { GitError, GitRefusal } from "./git-errors.ts";

/**
 * Milliseconds without progress: until a process counts as stalled, until it is ended where a file is found for which
 * git waits, and until it is ended in any case. `blind`: where the system does not show whether a process works.
 */
const stallLimits = { noticeMs: 1_000, obstacleMs: 1_500, endMs: 8_000, blindMs: 600_000 };
/** Milliseconds between two looks at the running processes, and without a byte until it is asked whether one computes. */
const tickMs = 250;
const silentMs = 500;
/** Milliseconds that processes have to end by themselves when the service ends, and then after SIGTERM. */
const endGraceMs = 800;
const killGraceMs = 500;

/** Who waits for processes: is told once one of them stalls, and when it no longer does. */
export interface StallListener {
  onStall(): void;
  onStallEnd(): void;
}

/** A process of git as it is started. */
interface StartedGit {
  readonly child: ChildProcessWithoutNullStreams;
  /** git's command, for messages. */
  readonly command: string;
  readonly signal: AbortSignal | undefined;
  /** Returns the path of a file for which git would wait without end; null where there is none. */
  readonly findObstacle: () => Promise<string | null>;
  /** Returns the refusal for a process that made no progress for some milliseconds. */
  readonly describeHang: (obstacle: string | null, silentMs: number) => Promise<GitRefusal>;
}

interface Watched extends StartedGit {
  listener: StallListener | undefined;
  /** Whether a reply is due of a process whose input stays open. */
  owesReply: () => boolean;
  /** Bytes that went through the process, as a text. */
  traffic: string;
  /** CPU time of the process and all that it has started, at the last look. */
  cpu: number | undefined;
  progressAt: number;
  isStalled: boolean;
  /** The search for what it waits for was made. */
  isExamined: boolean;
}

/** The running processes of git of one service: ends those that make no progress, and all when the service ends. */
export class GitProcesses {
  readonly #running = new Map<ChildProcessWithoutNullStreams, Watched>();
  /** Reasons why processes were ended, for those who wait for them. */
  readonly #hangs = new WeakMap<ChildProcessWithoutNullStreams, GitRefusal>();
  /** The listener of the work that runs; processes that it starts report to it. */
  readonly #listener = new AsyncLocalStorage<StallListener>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isEnding = false;

  /** Returns git's command of each running process. */
  get commands(): string[] {
    return [...this.#running.values()].map(({ command }) => command);
  }

  /** Runs work; processes that it starts report their stalls to `listener`. */
  report<T>(listener: StallListener, work: () => Promise<T>): Promise<T> {
    return this.#listener.run(listener, work);
  }

  /** Watches a process until it ends: one that makes no progress is ended, and one whose signal was aborted. */
  watch(started: StartedGit): void {
    const { child, signal } = started;
    const watched: Watched = {
      ...started,
      listener: this.#listener.getStore(),
      owesReply: () => false,
      traffic: "",
      cpu: undefined,
      progressAt: performance.now(),
      isStalled: false,
      isExamined: false,
    };
    this.#running.set(child, watched);
    const abort = () => endChild(child);
    signal?.addEventListener("abort", abort, { once: true });
    const forget = () => {
      signal?.removeEventListener("abort", abort);
      this.#running.delete(child);
      setStalled(watched, false);
      if (this.#running.size === 0) this.#stopLooking();
    };
    // Not when it has ended itself: others that it started may have its pipes.
    child.once("close", forget);
    child.once("error", () => child.pid === undefined && forget());
    this.#timer ??= setInterval(() => void this.#look(), tickMs).unref();
    if (this.#isEnding) endChild(child);
  }

  /** Sets how to find out whether a process whose input stays open owes a reply. */
  expectReplies(child: ChildProcessWithoutNullStreams, owesReply: () => boolean): void {
    const watched = this.#running.get(child);
    if (watched) watched.owesReply = owesReply;
  }

  /** Reports stalls of a process that stays open to the work that runs now. */
  adopt(child: ChildProcessWithoutNullStreams): void {
    const watched = this.#running.get(child);
    const listener = this.#listener.getStore();
    if (watched && listener && !watched.isStalled) watched.listener = listener;
  }

  /** Returns the refusal for a process that was ended since it made no progress; null for any other. */
  hangOf(child: ChildProcessWithoutNullStreams): GitRefusal | null {
    return this.#hangs.get(child) ?? null;
  }

  /** Returns why a process ended early: it hung, needed too much memory, or git failed. */
  failureOf(
    child: ChildProcessWithoutNullStreams,
    args: readonly string[],
    code: number | null,
    stderr = "",
  ): Error {
    if (outOfMemory.test(stderr) && !this.#hangs.has(child))
      return new GitRefusal("too_large", "This is too large: git needs more memory for it than it may use.");
    return this.#hangs.get(child) ?? new GitError(args, code, stderr);
  }

  /** Ends every process: those that work have a moment to end by themselves. None can be started meanwhile. */
  async end(): Promise<void> {
    this.#isEnding = true;
    try {
      for (const { child, owesReply } of this.#running.values()) {
        if (isIdle(child) && !owesReply()) child.stdin.end();
      }
      await this.#allEnded(endGraceMs, ({ isStalled }) => !isStalled);
      const processes = this.#running.size > 0 ? await listProcesses() : null;
      const left = [...this.#running.keys()];
      await Promise.all(left.map((child) => endTree(child, "SIGTERM", processes)));
      await this.#allEnded(killGraceMs, () => true);
      for (const child of left) this.#killLeft(child, processes);
      await this.#allEnded(killGraceMs, () => true);
    } finally {
      this.#isEnding = false;
    }
  }

  /** Waits until no process of a kind runs, some milliseconds at most. */
  async #allEnded(ms: number, counts: (watched: Watched) => boolean): Promise<void> {
    const until = performance.now() + ms;
    while (performance.now() < until && [...this.#running.values()].some(counts)) {
      await new Promise((go) => setTimeout(go, 20));
    }
  }

  /** Ends a process that hangs, with all that it has started. */
  async #endHung(child: ChildProcessWithoutNullStreams): Promise<void> {
    const processes = await listProcesses();
    await endTree(child, "SIGTERM", processes);
    // Children that a parent left behind are in the list that was made before.
    setTimeout(() => this.#killLeft(child, processes), killGraceMs).unref();
  }

  /** Kills what SIGTERM did not end of a tree. */
  #killLeft(child: ChildProcessWithoutNullStreams, before: Processes | null): void {
    if (!this.#running.has(child) || child.pid === undefined) return;
    for (const id of before ? treeOf(before, child.pid) : [child.pid]) {
      try {
        process.kill(id, "SIGKILL");
      } catch {
        // It has ended.
      }
    }
  }

  #stopLooking(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Looks at all processes once. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const silent = [...this.#running.values()].filter(isSilent);
      const processes = silent.length > 0 ? await listProcesses() : null;
      for (const watched of silent) {
        if (processes && worked(watched, processes)) progress(watched);
        else await this.#judge(watched, processes === null);
      }
    } finally {
      this.#isLooking = false;
    }
  }

  /** Ends a process that has been silent for too long. */
  async #judge(watched: Watched, isBlind: boolean): Promise<void> {
    const sinceMs = performance.now() - watched.progressAt;
    const { noticeMs, obstacleMs, endMs, blindMs } = stallLimits;
    if (sinceMs >= noticeMs && !isBlind) setStalled(watched, true);
    let obstacle: string | null = null;
    if (sinceMs >= obstacleMs && !watched.isExamined) {
      watched.isExamined = true;
      obstacle = await watched.findObstacle();
    }
    if (obstacle === null && sinceMs < (isBlind ? blindMs : endMs)) return;
    const hang = await watched.describeHang(obstacle, sinceMs);
    if (!this.#running.has(watched.child)) return;
    this.#hangs.set(watched.child, hang);
    await this.#endHung(watched.child);
  }
}

/** git's messages where its memory is limited. */
const outOfMemory = /out of memory|cannot allocate memory|malloc failed/i;

/** Ends a process that starts no others: SIGTERM, so that git removes its lock files, then SIGKILL. */
export function endChild(child: ChildProcessWithoutNullStreams): void {
  if (hasExited(child)) return;
  child.kill();
  const kill = setTimeout(() => void endTree(child, "SIGKILL"), killGraceMs).unref();
  child.once("close", () => clearTimeout(kill));
}

const hasExited = ({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean =>
  exitCode !== null || signalCode !== null;

/**
 * Signals a process and all that it has started, which would lose their parent with it. (A session of its own for each
 * would find them without a search, and makes the exchange with a process that stays open five times as slow on a busy
 * Linux, which then schedules them apart.)
 */
async function endTree(
  child: ChildProcessWithoutNullStreams,
  signal: "SIGTERM" | "SIGKILL",
  known?: Processes | null,
): Promise<void> {
  const { pid } = child;
  if (pid === undefined || hasExited(child)) return;
  if (process.platform === "win32") {
    const options = { stdio: "ignore", windowsHide: true } as const;
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"], options).on("error", () => child.kill());
    return;
  }
  const processes = known ?? (await listProcesses());
  for (const id of processes ? treeOf(processes, pid) : [pid]) {
    try {
      process.kill(id, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Returns whether a process has read and written nothing since the last look, though nothing else is in its way. */
function isSilent(watched: Watched): boolean {
  const { stdin, stdout, stderr } = watched.child;
  const traffic = [stdout, stderr].map(bytesRead).join() + (bytesWritten(stdin) - stdin.writableLength);
  const waitsForUs = stdout.readableLength > 0 || (isIdle(watched.child) && !watched.owesReply());
  if (traffic !== watched.traffic || waitsForUs) {
    watched.traffic = traffic;
    progress(watched);
  }
  return performance.now() - watched.progressAt >= silentMs;
}

/** Returns whether a process has read all input so far, of which more may come. */
const isIdle = ({ stdin }: ChildProcessWithoutNullStreams): boolean =>
  !stdin.writableEnded && !stdin.destroyed && stdin.writableLength === 0;

/** Node's pipes are sockets. */
const bytesRead = (stream: unknown): number => (stream instanceof Socket ? stream.bytesRead : 0);
const bytesWritten = (stream: unknown): number => (stream instanceof Socket ? stream.bytesWritten : 0);

/** Returns whether a process or one that it has started has computed since the last look, or waits for a disk or a processor. */
function worked(watched: Watched, processes: Processes): boolean {
  const tree = treeOf(processes, watched.child.pid ?? 0).flatMap((id) => processes.get(id) ?? []);
  const before = watched.cpu;
  watched.cpu = tree.reduce((sum, { cpu }) => sum + cpu, 0);
  return before !== undefined && (watched.cpu > before || tree.some(({ isBusy }) => isBusy));
}

function progress(watched: Watched): void {
  watched.progressAt = performance.now();
  setStalled(watched, false);
}

function setStalled(watched: Watched, isStalled: boolean): void {
  if (watched.isStalled === isStalled) return;
  watched.isStalled = isStalled;
  if (isStalled) watched.listener?.onStall();
  else watched.listener?.onStallEnd();
}
