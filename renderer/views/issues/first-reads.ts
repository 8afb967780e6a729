import { listGroupIssues, listIssues, listProjectIssues } from "../../../shared/api/resources/issues.ts";
import type { Prefetch } from "../../api/use-operation.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import { issueListInput, parseFilter, peopleKeys } from "./filter/list-input.ts";

/** Owner of a list of issues: a project, a group, or else the account. */
interface ListOwner {
  readonly project?: string | undefined;
  readonly group?: string | undefined;
}

/** Reads the first page of a list of issues. One that names people is not read: their ids are looked up first. */
export async function readIssues(
  read: Prefetch,
  { project, group }: ListOwner,
  query = "",
): Promise<unknown> {
  const filter = parseFilter(query);
  if (usersOf(filter, peopleKeys).length > 0) return null;
  const input = issueListInput(filter, new Map());
  if (project) return read.firstPage(listProjectIssues, { ...input, id: project });
  if (group) return read.firstPage(listGroupIssues, { ...input, id: group });
  return read.firstPage(listIssues, input);
}
