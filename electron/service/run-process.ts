import { inspect } from "node:util";
import { z } from "zod";
import { claimServiceFolder } from "../system/folder-lock.ts";
import { describeStorageProblem, storageProblemOf } from "../system/storage-error.ts";
import { systemClock } from "./clock.ts";
import { startService } from "./start-service.ts";
import { stopProcess } from "./stop-process.ts";
import { hasStore } from "./store/schema/open-store.ts";

/**
 * First message of the parent: how to run. The response is `{ type: "ready", url }` or `{ type: "failed", message }`.
 * Where an empty folder is to be filled first, it is `{ type: "filling" }`, then `{ type: "filled" }`, and the process
 * ends: another one serves.
 */
const config = z.object({
  folder: z.string(),
  port: z.int(),
  adminToken: z.string().min(16).nullable(),
  sample: z.boolean(),
  allowLocalHooks: z.boolean().optional(),
  url: z.string().optional(),
  host: z.object({
    socket: z.object({ path: z.string(), secret: z.string().min(32) }),
    token: z.string().min(32),
  }),
});

/** Milliseconds that a service whose shell was killed may need to end. */
const formerEndMs = 20_000;

/** Connections to a parent: Electron's utility process has a port, a forked Node process has `send`. */
interface ParentPort {
  on(event: "message", listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

const port = (process as { parentPort?: ParentPort }).parentPort;

/** Sends a message to the parent, as long as there is one. */
function report(message: unknown): void {
  if (port) port.postMessage(message);
  else if (process.connected) process.send?.(message);
}

/** Ends the service where no signal can be sent to it. */
const stopMessage = z.object({ type: z.literal("stop") });

/** Does what a message of the parent says. `running.stop` ends the service. */
async function run(message: unknown, running: { stop: () => void }): Promise<void> {
  if (stopMessage.safeParse(message).success) {
    running.stop();
    return;
  }
  const parsed = config.safeParse(message);
  if (!parsed.success) return;
  const { folder } = parsed.data;
  try {
    const lock = await claimServiceFolder(folder, "the local service of Helve", formerEndMs);
    if (parsed.data.sample && !hasStore(folder)) {
      report({ type: "filling" });
      const { fillFolder } = await import("./sample/fill-folder.ts");
      await fillFolder(folder, new Date(systemClock.now()));
      lock.release();
      report({ type: "filled" });
      end();
      return;
    }
    const service = await startService(parsed.data);
    const close = () => service.close().finally(() => lock.release());
    const stop = () => void stopProcess({ ...service, close });
    running.stop = stop;
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
    // Ends with its parent, which may have ended already.
    process.once("disconnect", stop);
    if (!port && !process.connected) stop();
    for (const origin of ["uncaughtException", "unhandledRejection"]) {
      process.on(origin, (error: unknown) =>
        report({ type: "stray", message: `${origin}: ${inspect(error)}` }),
      );
    }
    report({ type: "ready", url: service.url });
  } catch (error) {
    report({ type: "failed", message: describeFailure(error, parsed.data.folder) });
    process.exitCode = 1;
    end();
  }
}

/** Returns why the service could not start, as a sentence where its disk is the reason. */
function describeFailure(error: unknown, folder: string): string {
  const problem = storageProblemOf(error, folder);
  if (problem !== null) return describeStorageProblem(problem, folder);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Closes the channel to the parent once its messages are sent, so that the process can end. The parent ends a utility
 * process, which has no way to do so.
 */
const end = () => process.disconnect?.();

function receive(): void {
  const running = { stop: () => process.exit(0) };
  if (port) port.on("message", ({ data }) => void run(data, running));
  else process.on("message", (message) => void run(message, running));
}

receive();
