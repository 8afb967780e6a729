import { endsWithin } from "./git/ends-within.ts";
import type { Listening } from "./http/listen.ts";

/** Milliseconds that the service has to close; what it does not finish is finished by the next start. */
const maxCloseMs = 2_000;

/**
 * Closes the service and ends this process. Where a call of the file system still waits, as on a drive whose server is
 * gone, an orderly exit would wait for it, too.
 */
export async function stopProcess(service: Listening): Promise<never> {
  await endsWithin(service.close(), maxCloseMs).catch(() => false);
  const resources = process.getActiveResourcesInfo();
  if (resources.some((name) => name.startsWith("FSReq"))) process.kill(process.pid, "SIGKILL");
  process.exit(0);
}
