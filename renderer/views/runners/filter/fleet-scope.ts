import { listAllRunners, listProjectRunners, listRunners } from "../../../../shared/api/resources/runners.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { termOf } from "../../../features/query-text/query-text.ts";
import { withAllStates } from "../fleet/runner.ts";
import { type RunnerQuery, runnerListInput } from "./runner-query.ts";

/** Scope of the listed runners: all of the service, those that the account owns, or those that a project may use. */
export type FleetScope =
  | { readonly kind: "all" }
  | { readonly kind: "owned" }
  | { readonly kind: "project"; readonly project: string };

/** Returns the scope of a page; administrators see every runner unless the query says `scope:owned`. */
export function fleetScope(project: string | undefined, isAdmin: boolean, query: RunnerQuery): FleetScope {
  if (project !== undefined) return { kind: "project", project };
  return { kind: isAdmin && termOf(query, "scope") !== "owned" ? "all" : "owned" };
}

/** Returns the query options of one page, or of the whole list, of a scope's runners. */
export function runnerListQuery(
  account: string,
  scope: FleetScope,
  query: RunnerQuery,
  size: { readonly per_page: number },
  pages?: "all",
) {
  const input = { ...runnerListInput(query), ...withAllStates, ...size };
  if (scope.kind === "all") return operationQuery(account, listAllRunners, input, pages);
  if (scope.kind === "owned") return operationQuery(account, listRunners, input, pages);
  return operationQuery(account, listProjectRunners, { ...input, id: scope.project }, pages);
}
