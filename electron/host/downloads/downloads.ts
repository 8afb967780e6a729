import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import type { Download, startDownloadBody } from "../../../shared/host/downloads.ts";
import type { Shell } from "../../../shared/host/shell.ts";
import { whereWritable } from "../../system/storage-error.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Connections } from "../client/connections.ts";
import { withRetries } from "../client/retry.ts";
import { notFoundError, toHostProblem } from "../diagnostics/problems.ts";
import type { Redactor } from "../diagnostics/redactor.ts";
import type { EventBus } from "../events/event-bus.ts";
import { checkCall, findAllowedOperation, type OperationCall } from "../operations/operation-call.ts";
import { safeName } from "../operations/response-headers.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";
import { createPart, finishPart, markDownload, removePart, sizeOf } from "./part-file.ts";
import { type DownloadEntry, downloadEntry, isActive, shownDownload, transfer } from "./transfer.ts";

/** Time between two events of one download's progress, in ms. */
const emitIntervalMs = 200;
const maxEntries = 200;

/** Downloads, which continue after a restart. */
export class Downloads {
  readonly #path: string;
  readonly #accounts: Accounts;
  readonly #connections: Connections;
  readonly #bus: EventBus;
  readonly #redactor: Redactor;
  readonly #folder: () => string;
  readonly #running = new Map<string, { stop: AbortController; done: Promise<void> }>();
  #entries: DownloadEntry[];

  constructor(
    folder: string,
    accounts: Accounts,
    connections: Connections,
    bus: EventBus,
    redactor: Redactor,
    target: () => string,
  ) {
    this.#path = join(folder, "downloads.json");
    this.#accounts = accounts;
    this.#connections = connections;
    this.#bus = bus;
    this.#redactor = redactor;
    this.#folder = target;
    this.#entries = (readJsonFile(this.#path, z.array(downloadEntry)) ?? []).map(interrupted);
    bus.addState(() => this.list().map((download) => ({ type: "download", download })));
  }

  /** Newest first. */
  list(): Download[] {
    return this.#entries.map(shownDownload);
  }

  /** Checks the call and begins. Throws ProblemError. */
  async start({ accountId, path, name }: z.output<typeof startDownloadBody>): Promise<Download> {
    const { path: operationPath } = await this.#callOf(accountId, path);
    const entry: DownloadEntry = {
      id: randomUUID(),
      accountId,
      name: safeName(name),
      path: null,
      state: "queued",
      received: 0,
      total: null,
      speed: 0,
      resumable: false,
      error: null,
      operationPath,
      folder: this.#folder(),
      part: null,
      validator: null,
      unproven: null,
    };
    this.#entries = [entry, ...this.#entries].slice(0, maxEntries);
    this.#run(entry);
    return shownDownload(entry);
  }

  /** Continues where it stopped, or starts over. Throws ProblemError. */
  resume(id: string): Download {
    const entry = this.#get(id);
    if (!isActive(entry) && entry.state !== "done") this.#run(entry);
    return shownDownload(entry);
  }

  async cancel(id: string): Promise<Download> {
    const entry = this.#get(id);
    if (entry.state === "done") return shownDownload(entry);
    entry.state = "canceled";
    await this.#stop(id);
    if (entry.part) await removePart(entry.part);
    Object.assign(entry, {
      state: "canceled",
      part: null,
      validator: null,
      received: 0,
      speed: 0,
      resumable: false,
    });
    this.#changed(entry);
    return shownDownload(entry);
  }

  /** Removes the entry from the list; a finished file stays. */
  async forget(id: string): Promise<void> {
    const entry = this.#get(id);
    if (entry.state !== "done") await this.cancel(id);
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#save();
    this.#bus.emit({ type: "download-removed", id });
  }

  async forgetAccount(accountId: string): Promise<void> {
    for (const entry of this.#entries.filter((other) => other.accountId === accountId)) {
      await this.forget(entry.id);
    }
  }

  /** Throws ProblemError `not_found` unless the file is there. */
  finishedPath(id: string): string {
    const { path, state } = this.#get(id);
    if (state === "done" && path !== null) return path;
    throw notFoundError("The finished file");
  }

  /** Returns a finished file with its name and its size in bytes. Throws ProblemError `not_found` where it is gone. */
  async finishedFile(
    id: string,
  ): Promise<{ readonly path: string; readonly name: string; readonly size: number }> {
    const path = this.finishedPath(id);
    const size = await sizeOf(path);
    if (size === null) throw notFoundError("The finished file");
    return { path, name: basename(path), size };
  }

  /** Stops everything; what can be resumed stays. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.#stop(id)));
  }

  async #callOf(accountId: string, path: string): Promise<OperationCall> {
    const url = new URL(path, "http://service");
    const found = findAllowedOperation(
      "GET",
      url.pathname,
      url.searchParams,
      this.#accounts.get(accountId).kind,
    );
    return checkCall(found, url.searchParams, undefined, null);
  }

  #get(id: string): DownloadEntry {
    const entry = this.#entries.find((other) => other.id === id);
    if (!entry) throw notFoundError("This download");
    return entry;
  }

  #run(entry: DownloadEntry): void {
    const stop = new AbortController();
    Object.assign(entry, { state: "queued", error: null, speed: 0 });
    this.#changed(entry);
    const done = this.#carryOut(entry, stop.signal)
      .catch((error: unknown) => this.#fail(entry, error, stop.signal.aborted))
      .finally(() => this.#running.delete(entry.id));
    this.#running.set(entry.id, { stop, done });
  }

  async #carryOut(entry: DownloadEntry, signal: AbortSignal): Promise<void> {
    const connection = this.#connections.get(entry.accountId);
    const call = await this.#callOf(entry.accountId, entry.operationPath);
    await mkdir(entry.folder, { recursive: true });
    entry.part ??= await createPart(entry.folder, entry.name);
    const job = Object.assign(entry, { part: entry.part });
    const speed = new Speed();
    let emittedAt = 0;
    const progress = (bytes: number) => {
      speed.add(bytes);
      const now = Date.now();
      if (now - emittedAt < emitIntervalMs) return;
      // The first bytes and what can be resumed go to disk too; each tick would be too much.
      const first = emittedAt === 0;
      emittedAt = now;
      Object.assign(entry, { state: "running", speed: speed.get(now) });
      if (first) this.#changed(entry);
      else this.#emit(entry);
    };
    await withRetries(
      () => transfer(connection.downloads, job, call, signal, progress),
      (failure) => failure.retryable,
      signal,
      connection.policy,
    );
    const path = await finishPart(job.part, entry.folder, entry.name);
    await markDownload(path, new URL(this.#accounts.get(entry.accountId).url).origin);
    Object.assign(entry, { state: "done", path, part: null, validator: null, speed: 0 });
    entry.name = path.slice(path.search(/[^\\/]*$/));
    this.#changed(entry);
  }

  async #fail(entry: DownloadEntry, error: unknown, stopped: boolean): Promise<void> {
    if (entry.state === "canceled") return;
    // Removed before the failure is reported.
    if (!entry.resumable && entry.part) {
      await removePart(entry.part);
      entry.part = null;
    }
    const problem = this.#redactor.problem(toHostProblem(error));
    Object.assign(entry, {
      state: stopped ? "paused" : "failed",
      speed: 0,
      error: stopped ? null : error instanceof ProblemError ? problem.message : problem.detail,
    });
    this.#changed(entry);
  }

  async #stop(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.stop.abort();
    await running?.done;
  }

  #changed(entry: DownloadEntry): void {
    this.#save();
    this.#emit(entry);
  }

  #emit(entry: DownloadEntry): void {
    this.#bus.emit({ type: "download", download: shownDownload(entry) });
  }

  #save(): void {
    // The list of this run is right all the same; a download without space fails by itself.
    whereWritable(() => writeJsonFile(this.#path, this.#entries));
  }
}

/** Returns an entry as it is after a restart: what ran can only be resumed. */
const interrupted = (entry: DownloadEntry): DownloadEntry =>
  isActive(entry) ? { ...entry, state: entry.resumable ? "paused" : "failed", speed: 0 } : entry;

/** Milliseconds over which the speed is measured. */
const windowMs = 4_000;

/** Bytes a second over the last seconds. */
class Speed {
  #marks: { at: number; bytes: number }[] = [];

  add(bytes: number, at = Date.now()): void {
    this.#marks.push({ at, bytes });
    while (this.#marks[0] && this.#marks[0].at < at - windowMs) this.#marks.shift();
  }

  get(at = Date.now()): number {
    const recent = this.#marks.filter((mark) => mark.at >= at - windowMs);
    const first = recent[0];
    if (!first) return 0;
    const bytes = recent.reduce((sum, mark) => sum + mark.bytes, 0);
    return Math.round((bytes / Math.max(250, at - first.at)) * 1000);
  }
}

/** Notifies the user, where the shell can, of each download that ends while it is being watched. */
export function announceDownloads(bus: EventBus, shell: Shell, isSilent: () => boolean): void {
  if (!shell.can.notify) return;
  const active = new Set<string>();
  bus.watch((event) => {
    if (event.type === "download-removed") active.delete(event.id);
    if (event.type !== "download") return;
    const { id, state, name, error } = event.download;
    if (state === "queued" || state === "running") active.add(id);
    else if (active.delete(id) && (state === "done" || state === "failed")) {
      const title = state === "done" ? "Download finished" : "Download failed";
      // A failed notification is not a problem: the page lists the download.
      const body = error ? `${name}: ${error}` : name;
      shell.notify({ title, body, path: "", silent: isSilent() }).catch(() => undefined);
    }
  });
}
