import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { Agent } from "undici";
import { z } from "zod";
import nodeOptions from "../../../electron/system/node-options.json" with { type: "json" };
import { confirmOrigins } from "../../fixtures/enter-codes.ts";
import { type RunningApp, startBuiltApp } from "../../fixtures/running-app.ts";
import { clock, percentile } from "../service/timing.ts";
import { printChecks } from "./measure-checks.ts";

/*
 * Calls through the host of the built app beside the same calls to the service, and beside a proxy that only passes them
 * on, in turns. The service does nothing but respond.
 */
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "2000" },
    pages: { type: "string", default: "1000" },
    rounds: { type: "string", default: "5" },
    profile: { type: "string", default: "" },
    out: { type: "string", default: join(".helve", "bench", "host.json") },
  },
});
const calls = Number(values.calls);
const pages = Number(values.pages);
const rounds = Number(values.rounds);
const atOnce = 8;

const agent = new Agent({ connections: atOnce, keepAliveTimeout: 600_000 });

/** One of the ways to the same service. */
interface Way {
  readonly name: "service" | "plain proxy" | "host";
  /** The process that responds. */
  readonly child: ChildProcess | undefined;
  /** Requests a path below `/api/v4` and returns the bytes of the response. */
  read(path: string): Promise<number>;
}

/** Starts a program of this folder and returns its URL. */
async function start(program: string, argument: string, started: ChildProcess[]): Promise<string> {
  const child = spawn(
    process.execPath,
    [...nodeOptions.execArgv, join(import.meta.dirname, program), argument],
    { env: { ...process.env, ...nodeOptions.env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  started.push(child);
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", () => reject(new Error(`${program} ended`)));
  });
}

async function request(
  origin: string,
  path: string,
  init: { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string } = {},
) {
  const response = await agent.request({ origin, path, method: init.method ?? "GET", ...init });
  return { ...response, bytes: new Uint8Array(await response.body.arrayBuffer()) };
}

/** Enters the app as a browser does and adds the account. Returns the way through its host. */
async function enter(
  app: RunningApp,
  url: string,
): Promise<Way & { origin: string; prefix: string; headers: Record<string, string> }> {
  const { host, port, pathname, search } = new URL(app.link);
  const origin = `http://127.0.0.1:${port}`;
  const entered = await request(origin, pathname + search, { headers: { host } });
  const cookie = [entered.headers["set-cookie"] ?? []].flat()[0]?.split(";")[0] ?? "";
  const headers = { host, cookie };
  const added = await request(origin, "/-/accounts", {
    method: "POST",
    headers: { ...headers, origin: `http://${host}`, "content-type": "application/json" },
    body: JSON.stringify({ url, token: "glpat-of-the-benchmark", keep: "memory" }),
  });
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(new TextDecoder().decode(added.bytes)));
  const prefix = `/-/accounts/${id}/operations`;
  return {
    name: "host",
    child: app.child,
    origin,
    prefix,
    headers,
    read: (path) => readFrom(origin, prefix + path, headers),
  };
}

async function readFrom(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const { statusCode, bytes } = await request(origin, path, { headers });
  if (statusCode !== 200) throw new Error(`${statusCode}: ${new TextDecoder().decode(bytes).slice(0, 500)}`);
  return bytes.byteLength;
}

/** Processor time in ms of a process with all of its threads so far, zero where the system does not say it. */
function processorTime(child: ChildProcess | undefined): number {
  const path = `/proc/${child?.pid}/stat`;
  if (!existsSync(path)) return 0;
  // User and system time, in hundredths of a second, after the program's name in brackets.
  const [user = 0, system = 0] =
    readFileSync(path, "utf8").split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? [];
  return (user + system) * 10;
}

/** Times of a way. */
interface Taken {
  /** Milliseconds of one call, or pages a second. */
  readonly value: number;
  /** Processor time in ms of the way's own process, for a call or page. */
  readonly processor: number;
}

const median = (taken: readonly Taken[]): Taken => ({
  value: percentile(
    taken.map(({ value }) => value),
    0.5,
  ),
  processor: percentile(
    taken.map(({ processor }) => processor),
    0.5,
  ),
});

/** Medians of one call after the other, each way in turns. The first half compiles the code. */
async function timeCalls(ways: readonly Way[], pathOf: (n: number) => string): Promise<Taken[]> {
  const times = ways.map((): number[] => []);
  let before: number[] = [];
  const half = Math.floor(calls / 2);
  for (let n = 0; n < calls; n++) {
    if (n === half) before = ways.map(({ child }) => processorTime(child));
    for (const [index, way] of ways.entries()) times[index]?.push(await clock(() => way.read(pathOf(n))));
  }
  return ways.map(({ name, child }, index) => ({
    value: percentile(times[index]?.slice(half) ?? [], 0.5),
    // The service responds to the calls of every way.
    processor:
      (processorTime(child) - (before[index] ?? 0)) / (calls - half) / (name === "service" ? ways.length : 1),
  }));
}

/** Takes the pages a second of reading all of them. */
async function rate(way: Way, readAll: () => Promise<unknown>): Promise<Taken> {
  const before = processorTime(way.child);
  const seconds = (await clock(readAll)) / 1000;
  return { value: pages / seconds, processor: (processorTime(way.child) - before) / pages };
}

/** Reads all pages one by one, so many at once. */
async function readPages(way: Way): Promise<void> {
  let next = 1;
  const lane = async () => {
    while (next <= pages) await way.read(`/projects/1/repository/commits?per_page=100&page=${next++}`);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

mkdirSync(dirname(values.out), { recursive: true });
const started: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), "helve-bench-"));
let app: RunningApp | null = null;
try {
  const url = await start("service.ts", String(pages), started);
  const proxy = await start("plain-proxy.ts", url, started);
  confirmOrigins(folder, [url]);
  app = await startBuiltApp(
    folder,
    values.profile === "" ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`],
  );
  const service: Way = {
    name: "service",
    child: started[0],
    read: (path) => readFrom(url, `/api/v4${path}`, {}),
  };
  const plain: Way = {
    name: "plain proxy",
    child: started[1],
    read: (path) => readFrom(proxy, `/api/v4${path}`, {}),
  };
  const host = await enter(app, url);
  const page = "/api/v4/projects/1/repository/commits?per_page=100&page=1";
  printChecks((await request(url, page)).bytes);
  const ways = [service, plain, host];

  const first = await timeCalls(ways, (n) => `/projects/${1000 + n}`);
  const again = await timeCalls(ways, (n) => `/projects/${1 + (n % 10)}`);
  const rates: Taken[][] = [...ways.map(() => []), []];
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) rates[index]?.push(await rate(way, () => readPages(way)));
    // A new query, so that nothing is known of the list.
    const path = `/projects/1/repository/commits?per_page=100&author=${round}&helve-pages=all`;
    rates.at(-1)?.push(await rate(host, () => host.read(path)));
  }
  const all = rates.map(median);
  const rows = (names: readonly string[], taken: readonly Taken[], target: string) =>
    names.map((name, index) => {
      const { value = Number.NaN, processor = Number.NaN } = taken[index] ?? {};
      const row = {
        value: Number(value.toPrecision(3)),
        "of the bare": `${(value / (taken[0]?.value ?? Number.NaN)).toFixed(2)}×`,
        "CPU ms": Number(processor.toPrecision(3)),
        target: name.includes("host") ? target : "",
      };
      return [name, row] as const;
    });
  console.table(
    Object.fromEntries([
      ...rows(["one call 0.9 KB, service (ms)", "one call, plain proxy", "one call, host"], first, "≤ 2×"),
      ...rows(
        ["the same call again, service (ms)", "again, plain proxy", "again, host (304 of the service)"],
        again,
        "≤ 2×",
      ),
      ...rows(
        [
          `${pages} pages of 100, ${atOnce} at once, service (pages/s)`,
          "pages, plain proxy",
          "pages, host",
          "pages, host, as one request",
        ],
        all,
        "≥ 0.8×",
      ),
    ]),
  );
  writeFileSync(values.out, `${JSON.stringify({ first, again, rates }, null, 2)}\n`);
  console.log(`Written to ${values.out}`);
} finally {
  await app?.stop();
  for (const child of started) child.kill("SIGTERM");
  await agent.close();
  rmSync(folder, { recursive: true, force: true });
}
