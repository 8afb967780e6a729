import { fork } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { claimServiceFolder } from "../system/folder-lock.ts";
import { findThreads } from "../system/threads.ts";
import { systemClock } from "./clock.ts";
import { fillFolder } from "./sample/fill-folder.ts";
import { startService } from "./start-service.ts";
import { stopProcess } from "./stop-process.ts";
import { hasStore } from "./store/schema/open-store.ts";
import { mintToken } from "./store/users/tokens.ts";

/** The service without Helve around it, for other clients: its configuration is read from standard input. */
const config = z.object({
  port: z.int(),
  folder: z.string(),
  sample: z.boolean(),
  allowLocalHooks: z.boolean().default(false),
  token: z.string().min(16).nullable(),
});

/**
 * Argument before the folder that a process of this module fills with the sample, whose memory ends with it, the ISO day
 * that the sample ends with (today without one), and, for tests, a flag that switches its jobs on.
 */
const fillFlag = "--fill";
const runJobsFlag = "--run-jobs";

/** Milliseconds that a service on the same folder may need to end. */
const formerEndMs = 2_000;

findThreads(import.meta.url);

const [flag, folder, day, jobs] = process.argv.slice(2);
if (flag === fillFlag && folder !== undefined)
  await fillFolder(folder, new Date(day ?? systemClock.now()), {
    runsJobs: jobs === runJobsFlag,
  });
else await serve().catch(fail);

async function serve(): Promise<void> {
  const { token, sample, ...chosen } = config.parse(JSON.parse(await text(process.stdin)));
  const adminToken = token ?? mintToken();
  const lock = await claimServiceFolder(chosen.folder, "npm run service", formerEndMs);
  if (sample && !hasStore(chosen.folder)) await fillInChild(chosen.folder);
  const service = await startService({ ...chosen, adminToken });
  console.log(`The service listens at ${service.url}`);
  if (token === null) console.log(`Personal access token of its administrator, for this run: ${adminToken}`);
  const close = () => service.close().finally(() => lock.release());
  const stop = () => void stopProcess({ ...service, close });
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

/** Prints why the service does not start. */
function fail(error: unknown): never {
  console.error(
    `The service could not be started. ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
}

async function fillInChild(folder: string): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), [fillFlag, folder]);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code !== 0) throw new Error(`the sample could not be made (${code})`);
}
