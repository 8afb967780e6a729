import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import { listAllRunners, listProjectRunners, listRunners } from "../../../../shared/api/resources/runners.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { parseQuery, type Query, termOf, valuesOf } from "../../../features/query-text/query-text.ts";
import {
  connectionOf,
  connections,
  type FleetRow,
  isPaused,
  runnerKind,
  runnerKinds,
  withAllStates,
} from "../fleet/fleet-row.ts";

/** Names of filters that a query of runners may contain. */
export const runnerKeys = [
  "status",
  "type",
  "tag",
  "paused",
  "version",
  "platform",
  "arch",
  "ip",
  "access",
  "locked",
  "untagged",
  "busy",
  "project",
  "scope",
] as const;
export type RunnerKey = (typeof runnerKeys)[number];
export type RunnerQuery = Query<RunnerKey>;

export const parseRunnerQuery = (text: string): RunnerQuery => parseQuery(text, runnerKeys);

type ListInput = Pick<InputOf<typeof listRunners>, "type" | "status" | "tag_list">;

const states = [...connections, "paused"] as const;
const ofService: ReadonlySet<RunnerKey> = new Set(["type", "status", "paused", "tag", "scope"]);

/**
 * Returns the filters of a query that every service supports: one type, one state, tags. The rest is matched in the
 * page (`matchRunner`), among the loaded runners.
 */
export const runnerListInput = (query: RunnerQuery): ListInput => splitQuery(query).input;

/** Returns whether the page has to filter too, since the service does not support all filters of the query. */
export const isMatchedHere = (query: RunnerQuery): boolean => splitQuery(query).isMatchedHere;

function splitQuery(query: RunnerQuery): { readonly input: ListInput; readonly isMatchedHere: boolean } {
  const types = valuesOf(query, "type");
  const named = valuesOf(query, "status");
  const paused = valuesOf(query, "paused");
  const tags = valuesOf(query, "tag").filter((tag) => !tag.includes(","));
  const type = types.length === 1 ? runnerKinds.find((kind) => kind === types[0]) : undefined;
  const status =
    named.length === 1 && paused.length === 0
      ? states.find((state) => state === named[0])
      : named.length === 0 && paused.length === 1
        ? activities.get(paused[0] ?? "")
        : undefined;
  const isMatchedHere =
    query.words !== "" ||
    query.terms.some(({ key }) => !ofService.has(key)) ||
    (types.length > 0 && type === undefined) ||
    (named.length + paused.length > 0 && status === undefined) ||
    tags.length < valuesOf(query, "tag").length;
  return {
    input: {
      type: type && (`${type}_type` as const),
      status,
      tag_list: tags.length > 0 ? tags : undefined,
    },
    isMatchedHere,
  };
}

const activities: ReadonlyMap<string, "paused" | "active"> = new Map([
  ["yes", "paused"],
  ["no", "active"],
]);

const ofDetail: ReadonlySet<RunnerKey> = new Set([
  "version",
  "platform",
  "arch",
  "access",
  "locked",
  "untagged",
  "project",
]);

/** Returns whether a query filters by fields that only the details, or the jobs, of each runner have. */
export function queryNeeds(query: RunnerQuery): { readonly details: boolean; readonly jobs: boolean } {
  return {
    details: query.terms.some(
      ({ key, value }) => ofDetail.has(key) || (key === "tag" && value.includes(",")),
    ),
    jobs: query.terms.some(({ key }) => key === "busy"),
  };
}

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

/** Result of matching a runner; `unknown` while details or jobs that decide it were not read. */
type RunnerMatch = "yes" | "no" | "unknown";

/**
 * Returns whether a runner matches every term and word of a query. Values that are separated by commas are alternatives.
 */
export function matchRunner(row: FleetRow, query: RunnerQuery): RunnerMatch {
  const results = query.terms.map(({ key, value }) => matchTerm(row, key, value));
  if (!matchesWords(row, query.words)) return "no";
  if (results.includes("no")) return "no";
  return results.includes("unknown") ? "unknown" : "yes";
}

function matchTerm(row: FleetRow, key: RunnerKey, value: string): RunnerMatch {
  const wanted = value.toLowerCase().split(",").filter(Boolean);
  const some = (test: (text: string) => boolean): RunnerMatch => (wanted.some(test) ? "yes" : "no");
  const { runner, detail, jobs } = row;
  switch (key) {
    case "scope":
      return "yes";
    case "status":
      return some((text) => (text === "paused" ? isPaused(runner) : begins(connectionOf(runner), text)));
    case "type":
      return some((text) => begins(runnerKind(runner), text));
    case "paused":
      return some((text) => says(isPaused(runner), text));
    case "ip":
      return some((text) => begins(runner.ip_address, text));
    case "busy":
      return jobs ? some((text) => says(jobs.running > 0, text)) : "unknown";
    case "tag":
      // Without details the service's own filter has decided on a single tag.
      if (!detail) return wanted.length > 1 ? "unknown" : "yes";
      return some((text) => detail.tag_list.some((tag) => tag.toLowerCase() === text));
    default:
      return detail ? some((text) => matchDetail(detail, key, text)) : "unknown";
  }
}

function matchDetail(detail: NonNullable<FleetRow["detail"]>, key: RunnerKey, text: string): boolean {
  switch (key) {
    case "version":
      return isVersion(detail.version, text);
    case "platform":
      return begins(detail.platform, text);
    case "arch":
      return begins(detail.architecture, text);
    case "access":
      return begins(detail.access_level === "ref_protected" ? "protected" : "all", text);
    case "locked":
      return says(detail.locked === true, text);
    case "untagged":
      return says(detail.run_untagged === true, text);
    case "project":
      return detail.projects.some((project) => project.path_with_namespace.toLowerCase().includes(text));
    default:
      return false;
  }
}

function matchesWords({ id, runner, detail }: FleetRow, words: string): boolean {
  const text = [runner.description, runner.name, runner.ip_address, `#${id}`, ...(detail?.tag_list ?? [])]
    .join("\n")
    .toLowerCase();
  const wanted = words.toLowerCase().match(/"[^"]*"|\S+/g) ?? [];
  return wanted.every((word) => text.includes(word.replaceAll('"', "")));
}

const begins = (text: string | null | undefined, start: string): boolean =>
  (text ?? "").toLowerCase().startsWith(start);

const says = (is: boolean, text: string): boolean => begins(is ? "yes" : "no", text) || text === String(is);

/** Returns whether a version begins with these numbers: `16` takes 16.1, not 160.0. */
function isVersion(version: string | null | undefined, wanted: string): boolean {
  const parts = (version ?? "").replace(/^v/, "").split(/[.~+-]/);
  return wanted
    .replace(/^v/, "")
    .split(".")
    .filter(Boolean)
    .every((part, index) => parts[index] === part);
}
