import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { startServiceProcess } from "../../electron/browser/service-process.ts";
import { residentMemory } from "./measuring/browser.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    out: { type: "string", default: join(".helve", "bench", "memory.json") },
  },
});
const count = Number(values.requests);
/** Milliseconds after which a service that started, or that was used, is idle: open processes of git have ended. */
const idleMs = 30_000;
const lanes = 4;
const token = "hlv-benchmark-of-the-memory";

const withId = z.array(z.object({ id: z.int() }));
const withIid = z.array(z.object({ iid: z.int() }));
const commits = z.array(z.object({ id: z.string() }));
const entries = z.array(z.object({ id: z.string(), path: z.string(), type: z.string() }));
const branches = z.array(z.object({ name: z.string() }));

/** One request in this many writes. */
const writeEvery = 40;

/** Service that `npm start` runs. */
const built = new URL("../../dist/browser/service.js", import.meta.url);
const root = mkdtempSync(join(tmpdir(), "helve-bench-"));
const found: { readonly when: string; readonly megabytes: number }[] = [];

/** Runs a service over the sample data as the browser shell does, idle first. */
async function measure(when: string, use?: (service: RunningService) => Promise<void>): Promise<void> {
  const options = { folder: join(root, "service"), port: 0, adminToken: token, sample: true };
  const service = await startServiceProcess(options, undefined, built);
  const recordMemory = async (moment: string) => {
    const pid = await service.pid();
    if (pid === null) throw new Error("the service ended");
    const megabytes = await residentMemory(pid);
    console.error(`${moment}: ${megabytes} MB`);
    found.push({ when: moment, megabytes });
  };
  try {
    await wait(idleMs);
    await recordMemory(when);
    await use?.({ url: service.url, note: recordMemory });
  } finally {
    await service.stop();
  }
}

interface RunningService {
  readonly url: string;
  note(moment: string): Promise<void>;
}

async function requestAll({ url, note: recordMemory }: RunningService): Promise<void> {
  const headers = { "private-token": token, "content-type": "application/json" };
  const read = async (path: string) => {
    const response = await fetch(`${url}/api/v4${path}`, { headers });
    if (!response.ok) throw new Error(`${response.status}: ${path}`);
    return response.json();
  };
  const requests = await mixedRequests(read, count);
  let next = 0;
  const lane = async (end: number) => {
    while (next < end) {
      const { path, body } = requests[next++] ?? { path: "/version" };
      const write = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const response = await fetch(`${url}/api/v4${path}`, { headers, ...write });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${response.status}: ${path}`);
    }
  };
  for (let quarter = 1; quarter <= 4; quarter++) {
    const end = (count / 4) * quarter;
    await Promise.all(Array.from({ length: lanes }, () => lane(end)));
    await recordMemory(`after ${end.toLocaleString("en")} requests`);
  }
  await wait(idleMs);
  await recordMemory("idle again");
}

try {
  await measure("first start, sample made");
  await measure("second start", requestAll);
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.table(found);
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, `${JSON.stringify(found, null, 2)}\n`);
console.log(`Resident memory in MB; written to ${values.out}`);

/** A request to the service; with a body it is a POST. */
interface MixedRequest {
  readonly path: string;
  readonly body?: unknown;
}

/**
 * Returns `count` requests over all projects of the sample, as in a day of work: lists, files, history, diffs, merge
 * requests, pipelines, people; now and then a comment or a commit. `read` fetches the ids that they need.
 */
async function mixedRequests(
  read: (path: string) => Promise<unknown>,
  count: number,
): Promise<MixedRequest[]> {
  const projects = withId.parse(await read("/projects?per_page=100"));
  const reads = ["/projects?order_by=updated_at", "/groups", "/users", "/user", "/merge_requests?scope=all"];
  const writes: ((n: number) => MixedRequest)[] = [];
  for (const { id } of projects) {
    const project = `/projects/${id}`;
    const repository = `${project}/repository`;
    const heads = branches.parse(await read(`${repository}/branches?per_page=100`));
    reads.push(project, `${project}/members/all`, `${project}/labels`, `${project}/pipelines`);
    if (heads.length === 0) continue;
    const log = commits.parse(await read(`${repository}/commits?per_page=100`));
    const tree = entries.parse(await read(`${repository}/tree?recursive=true&per_page=100`));
    reads.push(`${repository}/branches`, `${repository}/tags`, `${repository}/contributors`);
    for (const { name } of heads) {
      const ref = encodeURIComponent(name);
      reads.push(`${repository}/branches/${ref}`, `${repository}/commits?ref_name=${ref}`);
    }
    for (const commit of log) {
      const path = `${repository}/commits/${commit.id}`;
      reads.push(path, `${path}/diff`, `${path}/refs`, `${repository}/tree?ref=${commit.id}`);
    }
    for (const { path, type } of tree) {
      const encoded = encodeURIComponent(path);
      if (type === "blob")
        reads.push(`${repository}/files/${encoded}?ref=HEAD`, `${repository}/commits?path=${encoded}`);
      else reads.push(`${repository}/tree?path=${encoded}`);
    }
    const open = withIid.parse(await read(`${project}/merge_requests?per_page=100`));
    for (const { iid } of open) {
      const request = `${project}/merge_requests/${iid}`;
      const parts = ["", "/commits", "/changes", "/versions", "/discussions", "/notes", "/approvals"];
      reads.push(...parts.map((part) => request + part));
      writes.push((n) => ({ path: `${request}/notes`, body: { body: `Comment ${n}` } }));
    }
    const target = heads.find(({ name }) => name === "main");
    if (!target) continue;
    writes.push((n) => ({
      path: `${repository}/commits`,
      body: {
        branch: target.name,
        commit_message: `Change ${n}`,
        actions: [{ action: "create", file_path: `bench/${n}.txt`, content: `${n}\n` }],
      },
    }));
  }
  return Array.from({ length: count }, (_, n) => {
    const write = n % writeEvery === 0 ? writes[(n / writeEvery) % writes.length] : undefined;
    // A step without a common divisor with most lengths: neighbours are of different kinds.
    return write ? write(n) : { path: reads[(n * 7_919) % reads.length] ?? "/version" };
  });
}
