import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { createMatcher } from "../../../../shared/api/contract/match.ts";
import { readResponse } from "../../../../shared/api/contract/read-response.ts";
import { operations } from "../../../../shared/api/index.ts";
import type { Problem } from "../../../../shared/errors.ts";
import { accountRoutes, hostHeaders } from "../../../../shared/host/accounts.ts";
import { download } from "../../../../shared/host/downloads.ts";
import { routePath } from "../../../../shared/host/host-route.ts";
import { problem } from "../../../../shared/problem.ts";
import { parseJson } from "../../../../shared/text/parse-json.ts";
import { hostInFolder } from "../host-in-folder.ts";
import { type FaultProxy, faultProxy } from "./fault-proxy.ts";
import { type Fault, faults } from "./faults.ts";
import { type ModelService, modelService } from "./model-service.ts";
import { pickOne, randomOf } from "./random.ts";

interface DriveOptions {
  readonly seed: number;
  readonly operations: number;
  /** Share of the requests that meet faults, from 0 to 1. */
  readonly share: number;
  /** Runs the operations, possibly in several parts; all of them at once unless given. */
  readonly around?: (drive: (operations: number) => Promise<void>) => Promise<void>;
  /** Called from time to time with the progress. */
  readonly report?: (done: number, figures: Figures) => void;
}

/** Counts of a drive. */
interface Figures {
  reads: number;
  readProblems: number;
  brokenStreams: number;
  incompleteLists: number;
  /** Rate limits whose wait was lifted, as by "Try now". */
  lifted: number;
  writes: number;
  confirmed: number;
  /** Uncertain writes, by what was found. */
  doubt: { yes: number; no: number; unknown: number };
  downloads: number;
  downloadsDone: number;
  requestsWithFaults: number;
  /** Kinds of faults that they met. */
  kindsOfFaults: number;
  cacheEntries: number;
  connectionsHighest: number;
  connectionsAtEnd: number;
  /** Broken promises; empty for a good run. */
  broken: string[];
}

const workers = 16;
/** Longest wait that a service may cause, in seconds. */
const maxWaitSeconds = 3600;

/** Drives a host through the fault proxy and compares all its responses with the truth. */
export async function driveHost(options: DriveOptions): Promise<Figures> {
  const { seed, operations, share, around = (drive) => drive(operations), report } = options;
  await using service = await modelService(seed);
  await using proxy = await faultProxy(service.url, seed + 1);
  await using host = hostInFolder({ retry: { firstDelayMs: 2, maxDelayMs: 10, maxWaitMs: 1500 } });
  const { id } = await host.addAccount(proxy.url);
  const figures: Figures = {
    reads: 0,
    readProblems: 0,
    brokenStreams: 0,
    incompleteLists: 0,
    lifted: 0,
    writes: 0,
    confirmed: 0,
    doubt: { yes: 0, no: 0, unknown: 0 },
    downloads: 0,
    downloadsDone: 0,
    requestsWithFaults: 0,
    kindsOfFaults: 0,
    cacheEntries: 0,
    connectionsHighest: 0,
    connectionsAtEnd: 0,
    broken: [],
  };
  const record = (error: unknown) => void figures.broken.push(`not caught: ${String(error)}`);
  process.on("uncaughtException", record);
  process.on("unhandledRejection", record);
  try {
    proxy.choose = (random) => {
      const chosen = chooseFaults(random, share);
      if (chosen.length > 0) figures.requestsWithFaults++;
      return chosen;
    };
    const driver = new Driver(host, id, service, figures, seed + 2);
    const state = { begun: 0 };
    await around(async (count) => {
      const end = state.begun + count;
      const work = async () => {
        while (state.begun < end) {
          const number = state.begun++;
          await driver.step(number);
          if (number % 500 === 0) {
            figures.connectionsHighest = Math.max(figures.connectionsHighest, proxy.connections());
            report?.(number, figures);
          }
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
    });
    figures.kindsOfFaults = proxy.met.size;
    await settle(host, id, service, proxy, driver, figures);
  } finally {
    process.off("uncaughtException", record);
    process.off("unhandledRejection", record);
  }
  return figures;
}

function chooseFaults(random: () => number, share: number): readonly Fault[] {
  if (random() >= share) return [];
  const first = pickOne(random, faults);
  // Every fifth fault is combined with another one.
  return random() < 0.2 ? [first, pickOne(random, faults)] : [first];
}

/** Checks the cache, every download and the connections once there are no more faults. */
async function settle(
  host: ReturnType<typeof hostInFolder>,
  id: string,
  service: ModelService,
  proxy: FaultProxy,
  driver: Driver,
  figures: Figures,
): Promise<void> {
  proxy.choose = null;
  await host.request(routePath(accountRoutes.liftRateLimit, { id }), { method: "DELETE" });
  await driver.endDownloads();
  for (const [path, { bytes, isList }] of service.truth) {
    if (isList) continue;
    const only = `${path}${path.includes("?") ? "&" : "?"}helve-cache=only`;
    const cached = await host.request(`/accounts/${id}/operations${only}`);
    if (cached.ok) {
      figures.cacheEntries++;
      if (!isRight(path, Buffer.from(await cached.arrayBuffer()), bytes))
        figures.broken.push(`wrong in the cache: ${path}`);
    } else await cached.arrayBuffer();
    const now = await host.request(`/accounts/${id}/operations${path}`);
    if (!now.ok) figures.broken.push(`not readable without faults: ${path}: ${await now.text()}`);
    else if (!isRight(path, Buffer.from(await now.arrayBuffer()), bytes))
      figures.broken.push(`wrong without faults: ${path}`);
  }
  await delay(500);
  figures.connectionsAtEnd = proxy.connections();
}

class Driver {
  readonly #host: ReturnType<typeof hostInFolder>;
  readonly #prefix: string;
  readonly #account: string;
  readonly #service: ModelService;
  readonly #figures: Figures;
  readonly #random: () => number;
  readonly #paths: readonly string[];
  readonly #branches: string[] = [];
  readonly #downloads = new Map<string, string>();

  constructor(
    host: ReturnType<typeof hostInFolder>,
    account: string,
    service: ModelService,
    figures: Figures,
    seed: number,
  ) {
    this.#host = host;
    this.#account = account;
    this.#prefix = `/accounts/${account}/operations`;
    this.#service = service;
    this.#figures = figures;
    this.#random = randomOf(seed);
    this.#paths = [...service.truth.keys()];
  }

  async step(number: number): Promise<void> {
    const kind = this.#random();
    try {
      if (kind < 0.17) await this.#write(number);
      else if (kind < 0.19) await this.#download();
      else await this.#read(pickOne(this.#random, this.#paths));
    } catch (error) {
      this.#figures.broken.push(`operation ${number}: ${String(error)}`);
    }
  }

  async #read(path: string): Promise<void> {
    this.#figures.reads++;
    const right = this.#service.truth.get(path);
    if (!right) return;
    const all = right.isList ? "?helve-pages=all" : "";
    const response = await this.#host.request(this.#prefix + path + all);
    if (!response.ok) {
      this.#figures.readProblems++;
      return this.#checkProblem(response, path);
    }
    let bytes: Buffer;
    try {
      bytes = Buffer.from(await response.arrayBuffer());
    } catch {
      this.#figures.brokenStreams++;
      return;
    }
    // A job that has not begun has an empty trace.
    if (isRight(path, bytes, right.bytes) || (bytes.length === 0 && path.endsWith("/trace"))) return;
    const isPart =
      right.isList && response.headers.has(hostHeaders.gap) && isPartOf(bytes, inShapeOf(path, right.bytes));
    if (isPart) this.#figures.incompleteLists++;
    else this.#figures.broken.push(`read wrong: ${path} (${bytes.length} of ${right.bytes.length} bytes)`);
  }

  async #checkProblem(response: Response, what: string): Promise<void> {
    const found = problem.safeParse(await response.json());
    if (!found.success) this.#figures.broken.push(`no problem document: ${what}`);
    else await this.#checkFound(found.data, what);
  }

  /** Checks that a problem says what happened and causes no long wait, which is lifted. */
  async #checkFound({ code, detail, operation, retryAfter = 0 }: Problem, what: string): Promise<void> {
    const { broken } = this.#figures;
    if (code === "internal") broken.push(`internal: ${what}: ${detail}`);
    if (!operation) broken.push(`no operation: ${what}: ${code}`);
    if (retryAfter > maxWaitSeconds) broken.push(`waits ${retryAfter} s: ${what}`);
    if (code !== "rate_limited") return;
    this.#figures.lifted++;
    await this.#host.request(routePath(accountRoutes.liftRateLimit, { id: this.#account }), {
      method: "DELETE",
    });
  }

  async #write(number: number): Promise<void> {
    this.#figures.writes++;
    const name = `w${number}`;
    const kind = Math.floor(this.#random() * 4);
    const known = kind === 0 ? this.#branches.shift() : undefined;
    if (known)
      return this.#judge(`delete ${known}`, await this.#send(`/repository/branches/${known}`, "DELETE"));
    if (kind === 1)
      return this.#judge(`note ${name}`, await this.#send("/merge_requests/1/notes", "POST", { body: name }));
    if (kind === 2) {
      const actions = [{ action: "create", file_path: name, content: "" }];
      const body = { branch: "main", commit_message: name, actions };
      return this.#judge(`commit ${name}`, await this.#send("/repository/commits", "POST", body));
    }
    const created = await this.#send("/repository/branches", "POST", { branch: name, ref: "main" });
    if (created.ok) this.#branches.push(name);
    await this.#judge(`branch ${name}`, created);
  }

  #send(path: string, method: string, body?: unknown): Promise<Response> {
    const whole = `${this.#prefix}/projects/1${path}`;
    return body ? this.#host.requestJson(whole, method, body) : this.#host.request(whole, { method });
  }

  /** Compares the response of a write with the number of times that it happened. */
  async #judge(key: string, response: Response): Promise<void> {
    const text = await response.text();
    const times = this.#service.happened.get(key) ?? 0;
    const { broken, doubt } = this.#figures;
    if (times > 1) broken.push(`${key} happened ${times} times`);
    if (response.ok) {
      this.#figures.confirmed++;
      if (times !== 1) broken.push(`${key} is reported as done and happened ${times} times`);
      return;
    }
    const found = problem.parse(JSON.parse(text));
    await this.#checkFound(found, key);
    const { code, changed } = found;
    if (code === "uncertain_write") doubt[changed]++;
    const claimed = changed === "yes" ? 1 : changed === "no" ? 0 : times;
    if (claimed !== times)
      broken.push(`${key} is reported as changed: ${changed} (${code}) and happened ${times} times`);
  }

  async #download(): Promise<void> {
    this.#figures.downloads++;
    const path = pickOne(this.#random, this.#service.downloadable);
    const body = { accountId: this.#account, path, name: "file" };
    const started = await this.#host.requestJson("/downloads", "POST", body);
    this.#downloads.set(download.parse(await started.json()).id, path);
    await this.#sweep();
  }

  /**
   * Checks the downloads that have ended; `finish` tries again those that failed and returns how many have not ended.
   */
  async #sweep(finish = false): Promise<number> {
    const list = download.array().parse(await (await this.#host.request("/downloads")).json());
    let waiting = 0;
    for (const { id, state, path } of list) {
      const source = this.#downloads.get(id);
      if (source === undefined) continue;
      if (state === "done" && path) {
        this.#figures.downloadsDone++;
        const right = this.#service.truth.get(source)?.bytes;
        if (!right || !readFileSync(path).equals(right))
          this.#figures.broken.push(`downloaded wrong: ${source}`);
        this.#downloads.delete(id);
        await this.#host.request(`/downloads/${id}`, { method: "DELETE" });
      } else if (finish) {
        waiting++;
        if (state === "failed" || state === "paused")
          await this.#host.request(`/downloads/${id}/resume`, { method: "POST" });
      }
    }
    return waiting;
  }

  /** Every download that the faults stopped has to end well without them. */
  async endDownloads(): Promise<void> {
    let fewest = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 400; tries++) {
      const waiting = await this.#sweep(true);
      if (waiting === 0) return;
      // A long drive leaves hundreds of them: as long as one after the other ends, all is well.
      if (waiting < fewest) {
        fewest = waiting;
        tries = 0;
      }
      await delay(25);
    }
    this.#figures.broken.push(`${fewest} downloads did not end without faults`);
  }
}

/** Returns whether a JSON list has nothing but entries of another one, each once and in their order. */
function isPartOf(part: Buffer, whole: unknown): boolean {
  const all = entries.parse(whole).map((entry) => JSON.stringify(entry));
  let from = 0;
  for (const entry of entries.parse(JSON.parse(part.toString()))) {
    const at = all.indexOf(JSON.stringify(entry), from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

const entries = z.array(z.unknown());

const match = createMatcher(Object.values(operations));

/** Returns whether the host passed on what a service sent, as it is or in the contract's shape. */
function isRight(path: string, bytes: Buffer, sent: Buffer): boolean {
  if (bytes.equals(sent)) return true;
  const shaped = inShapeOf(path, sent);
  return shaped !== undefined && isDeepStrictEqual(parseJson(bytes.toString()), shaped);
}

/** Returns what a service sent in the contract's shape, as the host passes it on; undefined for what is no JSON. */
function inShapeOf(path: string, bytes: Buffer): unknown {
  const operation = match("GET", path)?.operation;
  if (operation?.response.kind !== "json") return undefined;
  return JSON.parse(JSON.stringify(readResponse(operation, JSON.parse(bytes.toString())).value));
}
