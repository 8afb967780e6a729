import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import nodeOptions from "../../system/node-options.json" with { type: "json" };

interface ServiceConfig {
  readonly folder: string;
  /** Token of the administrator. */
  readonly token: string;
  readonly allowLocalHooks?: boolean;
}

/** The local service in a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  /** Calls the interface as the administrator. Returns JSON, or text of another type. Throws on an error status. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Ends it as a shutdown does. */
  stop(): Promise<void>;
  /** Kills it as a crash would, unless it has ended. */
  kill(): Promise<void>;
}

/** Starts the service on a folder, as `npm run service` does. Throws where it ends before it listens. */
export async function startServiceCli(config: ServiceConfig): Promise<ServiceProcess> {
  const main = fileURLToPath(new URL("../cli.ts", import.meta.url));
  const child = spawn(process.execPath, [...nodeOptions.execArgv, main], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.stdin.end(JSON.stringify({ port: 0, sample: false, ...config }));
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) resolve(found[0]);
    });
    void ended.then(() => reject(new Error("the service ended")));
  });
  return {
    url,
    async call(method, path, body) {
      const response = await fetch(`${url}/api/v4${path}`, {
        method,
        headers: { "private-token": config.token, "content-type": "application/json" },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
    },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
