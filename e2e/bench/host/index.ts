import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { Agent } from "undici";
import { z } from "zod";
import nodeOptions from "../../../electron/system/node-options.json" with { type: "json" };
import { confirmOrigins } from "../../fixtures/enter-codes.ts";
import { type RunningApp, startBuiltApp } from "../../fixtures/running-app.ts";
import { clock, percentile } from "../service/timing.ts";

/*
 * Calls through the host of the built app beside the same calls to the service, and beside a proxy that only passes them
 * on, in turns. The service does nothing but respond.
 */
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "2000" },
    pages: { type: "string", default: "1000" },
    rounds: { type: "string", default: "5" },
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
  return { name: "host", origin, prefix, headers, read: (path) => readFrom(origin, prefix + path, headers) };
}

async function readFrom(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const { statusCode, bytes } = await request(origin, path, { headers });
  if (statusCode !== 200) throw new Error(`${statusCode}: ${new TextDecoder().decode(bytes).slice(0, 500)}`);
  return bytes.byteLength;
}

/** Medians of one call after the other, each way in turns. */
async function timeCalls(ways: readonly Way[], pathOf: (n: number) => string): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let n = 0; n < calls; n++) {
    for (const [index, way] of ways.entries()) times[index]?.push(await clock(() => way.read(pathOf(n))));
  }
  // The first half compiles the code.
  return times.map((all) => percentile(all.slice(calls / 2), 0.5));
}

/** Pages a second, so many at once. */
async function ratePages(way: Way): Promise<number> {
  let next = 1;
  const lane = async () => {
    while (next <= pages) await way.read(`/projects/1/repository/commits?per_page=100&page=${next++}`);
  };
  return (pages / (await clock(() => Promise.all(Array.from({ length: atOnce }, lane))))) * 1000;
}

mkdirSync(dirname(values.out), { recursive: true });
const started: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), "helve-bench-"));
let app: RunningApp | null = null;
try {
  const url = await start("service.ts", String(pages), started);
  const proxy = await start("plain-proxy.ts", url, started);
  confirmOrigins(folder, [url]);
  app = await startBuiltApp(folder);
  const service: Way = { name: "service", read: (path) => readFrom(url, `/api/v4${path}`, {}) };
  const plain: Way = { name: "plain proxy", read: (path) => readFrom(proxy, `/api/v4${path}`, {}) };
  const host = await enter(app, url);
  const ways = [service, plain, host];

  const [bareFirst = 0, plainFirst = 0, hostFirst = 0] = await timeCalls(
    ways,
    (n) => `/projects/${1000 + n}`,
  );
  const [bareAgain = 0, plainAgain = 0, hostAgain = 0] = await timeCalls(
    ways,
    (n) => `/projects/${1 + (n % 10)}`,
  );
  const rates: Record<string, number[]> = {
    service: [],
    "plain proxy": [],
    host: [],
    "host, one request": [],
  };
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) rates[way.name]?.push(await ratePages(way));
    // A new query, so that nothing is known of the list.
    const path = `/projects/1/repository/commits?per_page=100&author=${round}&helve-pages=all`;
    rates["host, one request"]?.push((pages / (await clock(() => host.read(path)))) * 1000);
  }
  const rateOf = (name: string) => percentile(rates[name] ?? [], 0.5);
  const bareRate = rateOf("service");
  const row = (value: number, bare: number, target: string) => ({
    value: Number(value.toPrecision(3)),
    "of the bare": `${(value / bare).toFixed(2)}×`,
    target,
  });
  console.table({
    "one call 0.9 KB, service (ms)": row(bareFirst, bareFirst, ""),
    "one call, plain proxy": row(plainFirst, bareFirst, ""),
    "one call, host": row(hostFirst, bareFirst, "≤ 2×"),
    "the same call again, service (ms)": row(bareAgain, bareAgain, ""),
    "again, plain proxy": row(plainAgain, bareAgain, ""),
    "again, host (304 of the service)": row(hostAgain, bareAgain, "≤ 2×"),
    [`${pages} pages of 100, ${atOnce} at once, service (pages/s)`]: row(bareRate, bareRate, ""),
    "pages, plain proxy": row(rateOf("plain proxy"), bareRate, ""),
    "pages, host": row(rateOf("host"), bareRate, "≥ 0.8×"),
    "pages, host, as one request": row(rateOf("host, one request"), bareRate, "≥ 0.8×"),
  });
  writeFileSync(
    values.out,
    `${JSON.stringify({ bareFirst, plainFirst, hostFirst, bareAgain, plainAgain, hostAgain, rates }, null, 2)}\n`,
  );
  console.log(`Written to ${values.out}`);
} finally {
  await app?.stop();
  for (const child of started) child.kill("SIGTERM");
  await agent.close();
  rmSync(folder, { recursive: true, force: true });
}
