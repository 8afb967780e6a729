import type { Prefetch } from "../../api/use-operation.ts";
import { listCall, listOwner } from "../../features/work-lists/list-scope.ts";
import { usersOf } from "../../features/work-lists/user-terms.ts";
import { issueListInput, issueLists, parseFilter, peopleKeys } from "./filter/list-input.ts";

/** Owner of a list of issues: a project, a group, or else the account. */
interface ListParams {
  readonly project?: string | undefined;
  readonly group?: string | undefined;
}

/** Reads the first page of a list of issues. One that names people is not read: their ids are looked up first. */
export async function readIssues(
  read: Prefetch,
  { project, group }: ListParams,
  query = "",
): Promise<unknown> {
  const filter = parseFilter(query);
  if (usersOf(filter, peopleKeys).length > 0) return null;
  const { operation, input } = listCall(
    issueLists,
    listOwner(project, group),
    issueListInput(filter, new Map()),
  );
  return read.firstPage(operation, input);
}
