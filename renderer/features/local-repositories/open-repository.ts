import type { QueryClient } from "@tanstack/react-query";
import {
  listLocalRepositories,
  openLocalRepository,
} from "../../../shared/api/resources/local-repositories.ts";
import type { Project } from "../../../shared/api/resources/projects.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { sendWrite } from "../../api/send-write.ts";

/**
 * Opens a repository of this computer's disk as a project of the account; `borrow` lists the object folders outside of it
 * that the user agreed to. Throws ProblemError, with the reason `alternates_outside` where consent is required.
 */
export async function openRepository(
  client: QueryClient,
  account: string,
  path: string,
  borrow: readonly string[] = [],
): Promise<Project> {
  const input = { path, ...(borrow.length > 0 ? { borrow: [...borrow] } : {}) };
  try {
    return await sendWrite(account, openLocalRepository, input);
  } finally {
    void invalidateResources(client, account, [
      ...openLocalRepository.changes,
      ...listLocalRepositories.reads,
    ]);
  }
}
