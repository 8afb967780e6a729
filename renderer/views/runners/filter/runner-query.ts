import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { listRunners } from "../../../../shared/api/resources/runners.ts";
import { parseQuery, type Query, valuesOf } from "../../../features/query-text/query-text.ts";
import { connections, runnerKinds } from "../fleet/runner.ts";

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
      ...(type ? { type: `${type}_type` as const } : {}),
      ...(status ? { status } : {}),
      ...(tags.length > 0 ? { tag_list: tags } : {}),
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
