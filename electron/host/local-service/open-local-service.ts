import { randomUUID } from "node:crypto";
import type { LocalService } from "../accounts/accounts.ts";
import { findGitProblem } from "./git-problem.ts";
import type { ServiceProcess } from "./supervise-service.ts";

/** The local service of a shell: running, or the reason why it is not. */
export interface OpenLocalService extends LocalService {
  /** Resolves when its process has ended. */
  stop(): Promise<void>;
}

/** The address of a service that does not run: nothing listens there. */
const nowhere = "http://127.0.0.1:0";

/**
 * Starts the local service. Its token and socket are those of the process that runs now. Never throws: where git is missing or the process
 * does not start, the app opens all the same, and the account of the local service says why.
 */
export async function openLocalService(
  start: () => Promise<ServiceProcess>,
  findObstacle: () => Promise<string | null> = findGitProblem,
): Promise<OpenLocalService> {
  const unavailable = (problem: string): OpenLocalService => ({
    url: nowhere,
    // No service accepts it.
    token: randomUUID(),
    problem,
    stop: async () => undefined,
  });
  const obstacle = await findObstacle();
  if (obstacle) return unavailable(obstacle);
  try {
    const service = await start();
    return {
      url: service.url,
      get token() {
        return service.access().token;
      },
      get socket() {
        return service.access().socket;
      },
      problem: null,
      stop: () => service.stop(),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unavailable(`The local service could not be started: ${reason}`);
  }
}
