import { randomBytes } from "node:crypto";
import type { LocalService } from "../accounts/accounts.ts";
import { gitObstacle } from "./git-obstacle.ts";
import type { ServiceProcess } from "./keep-service.ts";

/** The local service as a shell holds it: running, or with the reason why it is not. */
export interface OpenLocalService extends LocalService {
  /** Resolves when its process has ended. */
  stop(): Promise<void>;
}

/** Nothing listens there: the address of a service that does not run. */
const nowhere = "http://127.0.0.1:0";

/**
 * Starts the local service with a token of its own for this run. Never throws: where git is missing or the process
 * does not start, the app opens all the same, and the account of the local service says why.
 */
export async function openLocalService(
  start: (adminToken: string) => Promise<ServiceProcess>,
  findObstacle: () => Promise<string | null> = gitObstacle,
): Promise<OpenLocalService> {
  // It lives in the memory of these two processes only.
  const token = `hlv-${randomBytes(24).toString("base64url")}`;
  const unavailable = (problem: string) => ({ url: nowhere, token, problem, stop: async () => undefined });
  const obstacle = await findObstacle();
  if (obstacle) return unavailable(obstacle);
  try {
    const service = await start(token);
    return { url: service.url, token, problem: null, stop: () => service.stop() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unavailable(`The local service could not be started: ${reason}`);
  }
}
