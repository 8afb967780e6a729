import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startServiceProcess } from "../../../electron/browser/service-process.ts";
import { residentMemory } from "../resident-memory.ts";
import { mixedRequests } from "./requests.ts";

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

/** Service that `npm start` runs. */
const built = new URL("../../../dist/browser/service.js", import.meta.url);
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
