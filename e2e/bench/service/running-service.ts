import { spawn } from "node:child_process";
import { Agent, get } from "node:http";
import { join } from "node:path";
import serviceOptions from "../../../electron/system/service-options.json" with { type: "json" };

/** Token of the benchmark's administrator. */
export const benchToken = "hlv-benchmark-of-the-service";

/** The local service in a process of its own. */
export interface RunningService {
  /** Base URL without trailing slash. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the local service over a data folder. */
export async function startService(
  folder: string,
  more: { readonly allowLocalHooks?: boolean } = {},
): Promise<RunningService> {
  const main = join(import.meta.dirname, "..", "..", "..", "dist", "browser", "service-cli.js");
  const child = spawn(process.execPath, [...serviceOptions.execArgv, main], {
    env: { ...process.env, ...serviceOptions.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ port: 0, folder, sample: false, token: benchToken, ...more }));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString());
      if (found) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error("the service ended")));
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  return { url, pid: child.pid ?? 0, stop };
}

/** Size and time of a response. */
export interface ReadBytes {
  readonly bytes: number;
  /** Milliseconds until the first bytes of the body. */
  readonly first: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Reads a response to its end. Throws when it is not a success. */
export const read = (url: string): Promise<ReadBytes> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    get(url, { agent, headers: { "private-token": benchToken } }, (response) => {
      let [bytes, first] = [0, Number.NaN];
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) first = performance.now() - start;
        bytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200
          ? resolve({ bytes, first })
          : reject(new Error(`${response.statusCode}: ${url}`)),
      );
    }).on("error", reject);
  });

/** Closes the connections that {@link read} reuses. */
export const closeConnections = (): void => agent.destroy();
