import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import nodeOptions from "../../../system/node-options.json" with { type: "json" };
import { createProject } from "../../domain/projects/write-project.ts";
import { makeCommit } from "../../git/testing/test-repository.ts";
import { touchProject } from "../../store/projects/projects.ts";
import { insertUser } from "../../store/users/users.ts";
import { openTestStore } from "../open-test-store.ts";
import type { CostCase } from "./operation-cases.ts";

/** A request as it is sent, without its Host. */
export interface MeteredRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Cost of a request for the service and git, all threads and ended children included. */
interface Cost {
  readonly status: number;
  /** Bytes that were sent. */
  readonly bytes: number;
  readonly cpuMs: number;
  /** Megabytes by which the highest memory so far rose. */
  readonly peakMb: number;
}

const report = z.object({ cpuMs: z.number(), peakMb: z.number() });
/** Milliseconds after which a request counts as one without a response. */
const timeoutMs = 60_000;

/** The service in a process of its own with one public project, `open/p` with id 1, whose costs can be read. */
export async function meteredService() {
  const folder = await mkdtemp(join(tmpdir(), "helve-cost-"));
  const store = openTestStore(folder);
  const user = insertUser(store, { username: "open", name: "Open", email: "open@example.test" });
  const project = await createProject(store, {
    name: "P",
    path: "p",
    userId: user.id,
    creatorId: user.id,
    visibility: "public",
  });
  await makeCommit(project.repositoryPath, { files: { "README.md": "text\n" } });
  touchProject(store, project, "main");
  await store.close();
  const token = "hlv-metered-administrator";
  const child = start();
  child.stdin?.end(JSON.stringify({ port: 0, folder, sample: false, token }));
  const host = await addressOf(child);
  const read = async () => {
    const replied = once(child, "message");
    child.send("cost");
    return report.parse((await replied)[0]);
  };
  // An idle service costs nothing, so that a request begins where the last one ended.
  let last: z.output<typeof report> | null = null;
  return {
    host,
    token,
    projectPath: project.fullPath,
    /** Sends a request and returns its cost; status 0 where the connection ended or nothing came in a minute. */
    async send(request: MeteredRequest): Promise<Cost> {
      const before = last ?? (await read());
      const head = `${request.method} ${request.target} HTTP/1.1\r\n${[`Host: ${host}`, "Connection: close", ...request.headers].join("\r\n")}\r\n\r\n`;
      const bytes = Buffer.concat([Buffer.from(head, "latin1"), request.body]);
      const status = await exchange(Number(host.split(":")[1]), bytes);
      const after = await read();
      last = after;
      return {
        status,
        bytes: bytes.length,
        cpuMs: after.cpuMs - before.cpuMs,
        peakMb: after.peakMb - before.peakMb,
      };
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async remove(): Promise<void> {
      const ended = once(child, "exit");
      if (!this.hasEnded()) {
        child.kill("SIGKILL");
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type MeteredService = Awaited<ReturnType<typeof meteredService>>;

function start(): ChildProcess {
  const meter = new URL("report-cost.ts", import.meta.url).href;
  const main = fileURLToPath(new URL("../../cli.ts", import.meta.url));
  return spawn(process.execPath, [...nodeOptions.execArgv, `--import=${meter}`, main], {
    stdio: ["pipe", "pipe", "inherit", "ipc"],
  });
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/(127\.0\.0\.1:\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error("the service ended")));
  });

/** Resolves with the status of the response once all of it has come. */
function exchange(port: number, bytes: Buffer): Promise<number> {
  return new Promise((resolve) => {
    let head = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      if (head.length < 12) head += chunk.toString("latin1", 0, 64);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)));
  });
}

/** Milliseconds of processor time that a request may cost: for itself, and for each byte. */
export const baseMs = 80;
const msPerByte = 0.002;
/** Megabytes by which memory may rise: for itself, and for each byte. */
const [baseMb, mbPerByte] = [48, 0.0003];
/** Times that a request is sent before its cost counts as too high: another process may have slowed it. */
const attempts = 3;

/** The highest costs that were found, and requests that cost too much. */
interface CostReport {
  sent: number;
  cpuMs: number;
  peakMb: number;
  slowest: string;
  /** Requests beyond a limit, or without a response. */
  readonly broken: string[];
}

export const emptyReport = (): CostReport => ({ sent: 0, cpuMs: 0, peakMb: 0, slowest: "", broken: [] });

const isWithin = ({ cpuMs, peakMb, bytes }: Cost): boolean =>
  cpuMs <= baseMs + msPerByte * bytes && peakMb <= baseMb + mbPerByte * bytes;

/**
 * Sends a request of a size and records its cost. It is broken where it costs more than its size allows each time, or
 * where the service ends or fails over it.
 */
export async function judge(
  service: MeteredService,
  { name, request, maxBytes }: CostCase,
  bytes: number,
  report: CostReport,
): Promise<Cost> {
  const size = Math.min(bytes, maxBytes);
  const send = async () => {
    report.sent++;
    return service.send(request(size));
  };
  let best = await send();
  for (let attempt = 1; attempt < attempts && !isWithin(best); attempt++) {
    const again = await send();
    best = {
      ...again,
      cpuMs: Math.min(best.cpuMs, again.cpuMs),
      peakMb: Math.min(best.peakMb, again.peakMb),
    };
  }
  const { cpuMs, peakMb, status } = best;
  const text = `${name}, ${size} bytes: ${status}, ${cpuMs.toFixed(0)} ms, ${peakMb.toFixed(0)} MB`;
  if (cpuMs > report.cpuMs) Object.assign(report, { cpuMs, slowest: text });
  report.peakMb = Math.max(report.peakMb, peakMb);
  if (!isWithin(best) || (status >= 500 && status !== 501)) report.broken.push(text);
  return best;
}
