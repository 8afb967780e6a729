import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import serviceOptions from "../../system/service-options.json" with { type: "json" };
import type { LocalSocket } from "../network/local-socket.ts";

const message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), url: z.string() }),
  z.object({ type: z.literal("filling") }),
  z.object({ type: z.literal("filled") }),
  z.object({ type: z.literal("failed"), message: z.string() }),
  z.object({ type: z.literal("stray"), message: z.string() }),
]);

/** Settings of the local service's process. */
export interface ServiceProcessOptions {
  readonly folder: string;
  /** Port for git and other clients; 0 takes any that is free. */
  readonly port: number;
  /** The administrator's token on that port; without it the port has none. */
  readonly adminToken?: string;
  readonly sample: boolean;
  /** Let system hooks reach loopback and private addresses. */
  readonly allowLocalHooks?: boolean;
}

/** A process of the local service, as either shell starts it. */
export interface ServiceChild {
  /** Undefined until the process is there. */
  readonly pid: number | undefined;
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Once, when the process has ended or could not be started. */
  onEnd(listener: (reason: string) => void): void;
  /** Requests it to end, or kills it. */
  kill(atOnce: boolean): void;
}

export interface SupervisedService {
  /** Stays the same when the service is started again. */
  readonly url: string;
  /** Returns the access to the process that was started last. */
  access(): ServiceAccess;
  /** Id of the process that runs now, null while there is none. */
  pid(): Promise<number | null>;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** Milliseconds that a service has to end by itself. */
const graceMs = 3_000;

interface Running {
  readonly child: ServiceChild;
  readonly url: string;
  readonly startedAt: number;
  readonly ended: Promise<string>;
}

/**
 * Runs the local service in a process of its own until it is stopped: whenever the process ends it is restarted, after
 * a delay that grows with each failure in a row. Each start has a socket and a token of its own, so that a process on
 * an earlier socket learns nothing. `reportStray` gets uncaught errors of the service. Rejects where it cannot be
 * started at all.
 */
export async function superviseService(
  options: ServiceProcessOptions,
  spawn: () => ServiceChild,
  reportStray: (text: string) => void = () => {},
  waitFor = waitBeforeRestart,
): Promise<SupervisedService> {
  const accesses = createAccessIssuer();
  const stopping = new AbortController();
  const state = { access: accesses.issue(), running: null as Running | null };
  const start = async (more: { readonly url?: string; readonly port: number }) => {
    state.access = accesses.issue();
    const { access } = state;
    const config = { ...options, adminToken: options.adminToken ?? null, ...more, host: access };
    state.running = await startFilled(config, spawn, reportStray);
    return state.running;
  };
  const first = await start({ port: options.port }).catch((error: unknown) => {
    accesses.close();
    throw error;
  });
  const again = { url: first.url, port: Number(new URL(first.url).port) };
  const supervised = keepRunning();

  async function keepRunning(): Promise<void> {
    for (let failures = 0, current = first; ; ) {
      await current.ended;
      state.running = null;
      if (stopping.signal.aborted) return;
      failures = Date.now() - current.startedAt > steadyMs ? 0 : failures + 1;
      for (;;) {
        await waitFor(failures, stopping.signal);
        if (stopping.signal.aborted) return;
        const next = await start(again).catch((error: unknown) => {
          reportStray(`it did not restart: ${String(error)}`);
          return null;
        });
        if (next) {
          current = next;
          break;
        }
        failures++;
      }
      if (stopping.signal.aborted) current.child.kill(false);
    }
  }

  return {
    url: first.url,
    access: () => state.access,
    pid: async () => state.running?.child.pid ?? null,
    async stop() {
      stopping.abort();
      state.running?.child.kill(false);
      const timer = setTimeout(() => state.running?.child.kill(true), graceMs);
      await supervised;
      clearTimeout(timer);
      accesses.close();
    },
  };
}

/** Milliseconds after which a start counts as successful. */
const steadyMs = 60_000;

/**
 * Starts the service. A process that fills an empty folder with the sample only does that; the one that serves loads
 * its code meanwhile.
 */
async function startFilled(
  config: unknown,
  spawn: () => ServiceChild,
  reportStray: (text: string) => void,
): Promise<Running> {
  const next: { child: ServiceChild | null } = { child: null };
  const prepare = () => {
    next.child = spawn();
  };
  try {
    const first = await startOnce(config, spawn(), reportStray, prepare);
    if (first) return first;
  } catch (error) {
    next.child?.kill(true);
    throw error;
  }
  const second = await startOnce(config, next.child ?? spawn(), reportStray);
  if (!second) throw new Error("its folder stays empty");
  return second;
}

/** Returns the service that runs, or null where the process has filled the folder. */
async function startOnce(
  config: unknown,
  child: ServiceChild,
  reportStray: (text: string) => void,
  onFilling = () => {},
): Promise<Running | null> {
  const startedAt = Date.now();
  const ended = new Promise<string>((resolve) => child.onEnd(resolve));
  const ready = new Promise<string | null>((resolve, reject) => {
    child.onMessage((raw) => {
      const parsed = message.safeParse(raw);
      if (!parsed.success) return;
      const { type } = parsed.data;
      if (type === "ready") resolve(parsed.data.url);
      else if (type === "filling") onFilling();
      else if (type === "filled") resolve(null);
      else if (type === "stray") reportStray(parsed.data.message);
      else reject(new Error(parsed.data.message));
    });
  });
  child.send(config);
  const gone = ended.then((reason) => Promise.reject(new Error(reason)));
  gone.catch(() => undefined);
  try {
    const url = await Promise.race([ready, gone]);
    if (url !== null) return { child, url, startedAt, ended };
    child.kill(true);
    await ended;
    return null;
  } catch (error) {
    // A utility process keeps running when its service could not be started.
    child.kill(true);
    throw error;
  }
}

const firstMs = 100;
const longestMs = 30_000;

/** Returns the milliseconds before a restart of a process that has ended so many times in a row. */
export const restartDelayMs = (failures: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));

/** Waits before a restart, or until `signal` is aborted. */
const waitBeforeRestart = (failures: number, signal: AbortSignal): Promise<void> =>
  sleep(restartDelayMs(failures), undefined, { signal }).catch(() => undefined);

/** Access to one start of the local service; not valid after that process has ended. */
export interface ServiceAccess {
  readonly socket: LocalSocket;
  /** The administrator's token. */
  readonly token: string;
}

/** Bytes of the longest path that a socket may have on every system. */
const longestPath = 100;

/** Creates the access to each start of the local service. */
interface AccessIssuer {
  issue(): ServiceAccess;
  /** Removes the folder of the sockets. */
  close(): void;
}

/** Sockets are in a folder of mode 0700, so that nobody else can reach or replace one. Pipes have random names. */
export function createAccessIssuer(platform: NodeJS.Platform = process.platform): AccessIssuer {
  const folder = platform === "win32" ? null : privateFolder();
  return {
    issue() {
      const name = randomBytes(16).toString("hex");
      const path = folder === null ? `\\\\.\\pipe\\helve-${name}` : join(folder, `${name.slice(0, 8)}.sock`);
      const secret = randomBytes(32).toString("hex");
      return { socket: { path, secret }, token: `hlv-${randomBytes(32).toString("base64url")}` };
    },
    close: () => folder !== null && rmSync(folder, { recursive: true, force: true }),
  };
}

function privateFolder(): string {
  const usual = join(tmpdir(), "helve-");
  return mkdtempSync(Buffer.byteLength(usual) + 20 > longestPath ? "/tmp/helve-" : usual);
}

/** Variables that a program needs, by system. NODE_OPTIONS, GIT_* and switches of TLS are not among them. */
const allowed = new Set(serviceOptions.inheritedEnv.map((name) => name.toUpperCase()));

/** Returns the environment of the local service's process. Names compare as on Windows. */
export function serviceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && allowed.has(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
