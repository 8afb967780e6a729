import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), url: z.string() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);

export interface ServiceProcessOptions {
  readonly folder: string;
  readonly port: number;
  readonly adminToken: string;
  readonly sample: boolean;
}

export interface ServiceProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** How often a service that ends by itself is started again before it is given up. */
const restarts = 5;

/**
 * Runs the local service in a process of its own. Should it end by itself, it is started again on the same port,
 * so that its URL stays. Rejects where it cannot be started at all.
 */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const first = await startOnce(options);
  const { url } = first;
  const state = { child: first.child, stopping: false, left: restarts };
  const port = Number(new URL(url).port);
  const watch = (child: ChildProcess) =>
    child.once("exit", () => {
      if (state.stopping || state.left-- <= 0) return;
      startOnce({ ...options, port }).then(
        (next) => {
          state.child = next.child;
          watch(next.child);
        },
        (error: unknown) => console.error(`The local service did not come back: ${String(error)}`),
      );
    });
  watch(state.child);
  return {
    url,
    async stop() {
      state.stopping = true;
      const { child } = state;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 3_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

function startOnce(options: ServiceProcessOptions): Promise<{ child: ChildProcess; url: string }> {
  // Not by a Ctrl-C of the terminal, which reaches the whole group: the shell ends the service itself.
  const child = fork(fileURLToPath(new URL("../service/main.ts", import.meta.url)), [], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  child.send(options);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
    child.on("message", (raw) => {
      const parsed = message.safeParse(raw);
      if (!parsed.success) return;
      if (parsed.data.type === "ready") {
        child.removeAllListeners("exit");
        resolve({ child, url: parsed.data.url });
      } else reject(new Error(parsed.data.message));
    });
  });
}
