import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export const adminToken = "an-administrator-of-tests";

/** Module of the service's process. */
export const serviceMainPath = fileURLToPath(new URL("../../../main.ts", import.meta.url));
const ready = z.object({ type: z.literal("ready"), url: z.string() });

interface RunningService {
  readonly url: string;
  stop(): Promise<void>;
  killAlone(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * The service in a process of its own over one data folder; with its git processes it can be killed at once. `user` is
 * the one that it runs as.
 */
export function killableService(root: string, user: { readonly uid?: number; readonly gid?: number } = {}) {
  const children = new Set<ChildProcess>();
  const starts = { count: 0 };

  return {
    folder: join(root, "data"),
    async start(): Promise<RunningService> {
      const child = fork(serviceMainPath, { detached: true, stdio: "ignore", execArgv: [], ...user });
      children.add(child);
      const url = new Promise<string>((resolve, reject) => {
        child.on("message", (message) => {
          const parsed = ready.safeParse(message);
          if (parsed.success) resolve(parsed.data.url);
          else reject(new Error(JSON.stringify(message)));
        });
        child.on("exit", (code) => reject(new Error(`the service ended with ${code}`)));
      });
      const socket = { path: join(root, `${starts.count++}.sock`), secret: "s".repeat(32) };
      child.send({
        folder: join(root, "data"),
        port: 0,
        adminToken,
        sample: false,
        host: { socket, token: "t".repeat(32) },
      });
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      return {
        url: await url,
        /** Requests it to end, as the host and a shutdown of the system do. */
        stop: async () => {
          child.kill("SIGTERM");
          await ended;
          children.delete(child);
        },
        /** Kills the service alone, as a user who ends one process does. */
        killAlone: async () => {
          child.kill("SIGKILL");
          await ended;
          children.delete(child);
        },
        kill: async () => {
          if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
          await ended;
          children.delete(child);
        },
      };
    },
    /** Ends what still runs. */
    end(): void {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
