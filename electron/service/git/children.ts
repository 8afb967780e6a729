import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { Socket } from "node:net";
import { listProcesses, type Processes, treeOf } from "../../system/process-trees.ts";
import { GitError } from "./git-error.ts";
import { GitRefusal } from "./git-refusal.ts";
import { describeHang, findObstacle } from "./hang.ts";

/**
 * Milliseconds without progress: until a process counts as stalled, until it is ended where a file is found for which
 * git waits, and until it is ended in any case. `blind`: where the system does not show whether a process works.
 */
export const stallLimits = { noticeMs: 1_000, obstacleMs: 1_500, endMs: 8_000, blindMs: 600_000 };
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

/** The listener of the work that runs; processes that it starts report to it. */
export const stallListener = new AsyncLocalStorage<StallListener>();

interface Watched {
  readonly child: ChildProcessWithoutNullStreams;
  readonly folder: string;
  /** git's command, for messages. */
  readonly command: string;
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

const running = new Map<ChildProcessWithoutNullStreams, Watched>();
/** Reasons why processes were ended, for those who wait for them. */
const hangs = new WeakMap<ChildProcessWithoutNullStreams, GitRefusal>();
const state: { timer: NodeJS.Timeout | undefined; isLooking: boolean; isEnding: boolean } = {
  timer: undefined,
  isLooking: false,
  isEnding: false,
};

/** Returns the number of running processes of git. */
export const runningChildren = (): number => running.size;

/** Watches a process until it ends: one that makes no progress is ended, and one whose signal was aborted. */
export function watchChild(
  child: ChildProcessWithoutNullStreams,
  folder: string,
  command: string,
  signal: AbortSignal | undefined,
): void {
  const watched: Watched = {
    child,
    folder,
    command,
    listener: stallListener.getStore(),
    owesReply: () => false,
    traffic: "",
    cpu: undefined,
    progressAt: performance.now(),
    isStalled: false,
    isExamined: false,
  };
  running.set(child, watched);
  const abort = () => endChild(child);
  signal?.addEventListener("abort", abort, { once: true });
  const forget = () => {
    signal?.removeEventListener("abort", abort);
    running.delete(child);
    setStalled(watched, false);
  };
  // Not when it has ended itself: others that it started may have its pipes.
  child.once("close", forget);
  child.once("error", () => child.pid === undefined && forget());
  state.timer ??= setInterval(() => void look(), tickMs).unref();
  if (state.isEnding) endChild(child);
}

/** Sets how to find out whether a process whose input stays open owes a reply. */
export function expectReplies(child: ChildProcessWithoutNullStreams, owesReply: () => boolean): void {
  const watched = running.get(child);
  if (watched) watched.owesReply = owesReply;
}

/** Reports stalls of a process that stays open to the work that runs now. */
export function adoptChild(child: ChildProcessWithoutNullStreams): void {
  const watched = running.get(child);
  const listener = stallListener.getStore();
  if (watched && listener && !watched.isStalled) watched.listener = listener;
}

/** Returns the refusal for a process that was ended since it made no progress; null for any other. */
export const hangOf = (child: ChildProcessWithoutNullStreams): GitRefusal | null => hangs.get(child) ?? null;

/** Returns why a process ended early: it hung, needed too much memory, or git failed. */
export const failureOf = (
  child: ChildProcessWithoutNullStreams,
  args: readonly string[],
  code: number | null,
  stderr = "",
): Error =>
  hangs.get(child) ??
  (outOfMemory.test(stderr)
    ? new GitRefusal("too_large", "This is too large: git needs more memory for it than it may use.")
    : new GitError(args, code, stderr));

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

/** Ends a process that hangs, with all that it has started. */
async function endHung(child: ChildProcessWithoutNullStreams): Promise<void> {
  const processes = await listProcesses();
  await endTree(child, "SIGTERM", processes);
  // Children that a parent left behind are in the list that was made before.
  setTimeout(() => killLeft(child, processes), killGraceMs).unref();
}

/** Kills what SIGTERM did not end of a tree. */
function killLeft(child: ChildProcessWithoutNullStreams, before: Processes | null): void {
  if (!running.has(child) || child.pid === undefined) return;
  for (const id of before ? treeOf(before, child.pid) : [child.pid]) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** Ends every process: those that work have a moment to end by themselves. None can be started meanwhile. */
export async function endChildren(): Promise<void> {
  state.isEnding = true;
  try {
    for (const { child, owesReply } of running.values()) {
      if (isIdle(child) && !owesReply()) child.stdin.end();
    }
    await allEnded(endGraceMs, ({ isStalled }) => !isStalled);
    const processes = running.size > 0 ? await listProcesses() : null;
    const left = [...running.keys()];
    await Promise.all(left.map((child) => endTree(child, "SIGTERM", processes)));
    await allEnded(killGraceMs, () => true);
    for (const child of left) killLeft(child, processes);
    await allEnded(killGraceMs, () => true);
  } finally {
    state.isEnding = false;
  }
}

/** Waits until no process of a kind runs, some milliseconds at most. */
async function allEnded(ms: number, counts: (watched: Watched) => boolean): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until && [...running.values()].some(counts)) {
    await new Promise((go) => setTimeout(go, 20));
  }
}

/** Looks at all processes once. */
async function look(): Promise<void> {
  if (running.size === 0) {
    clearInterval(state.timer);
    state.timer = undefined;
    return;
  }
  if (state.isLooking) return;
  state.isLooking = true;
  try {
    const silent = [...running.values()].filter(isSilent);
    const processes = silent.length > 0 ? await listProcesses() : null;
    for (const watched of silent) {
      if (processes && worked(watched, processes)) progress(watched);
      else await judge(watched, processes === null);
    }
  } finally {
    state.isLooking = false;
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

/** Returns whether a process or one that it has started has computed since the last look, or waits for a disk. */
function worked(watched: Watched, processes: Processes): boolean {
  const tree = treeOf(processes, watched.child.pid ?? 0).flatMap((id) => processes.get(id) ?? []);
  const before = watched.cpu;
  watched.cpu = tree.reduce((sum, { cpu }) => sum + cpu, 0);
  return before !== undefined && (watched.cpu > before || tree.some(({ awaitsDisk }) => awaitsDisk));
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

/** Ends a process that has been silent for too long. */
async function judge(watched: Watched, isBlind: boolean): Promise<void> {
  const sinceMs = performance.now() - watched.progressAt;
  const { noticeMs, obstacleMs, endMs, blindMs } = stallLimits;
  if (sinceMs >= noticeMs && !isBlind) setStalled(watched, true);
  let obstacle: string | null = null;
  if (sinceMs >= obstacleMs && !watched.isExamined) {
    watched.isExamined = true;
    obstacle = await findObstacle(watched.folder);
  }
  if (obstacle === null && sinceMs < (isBlind ? blindMs : endMs)) return;
  const hang = await describeHang(watched.folder, watched.command, obstacle, sinceMs);
  if (!running.has(watched.child)) return;
  hangs.set(watched.child, hang);
  await endHung(watched.child);
}
