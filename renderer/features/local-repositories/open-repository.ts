import type { QueryClient } from "@tanstack/react-query";
import { openLocalRepository } from "../../../shared/api/resources/local-repositories.ts";
import type { Project } from "../../../shared/api/resources/projects.ts";
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
  return sendWrite(client, account, openLocalRepository, input);
}
