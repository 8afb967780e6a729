import { connectionOf, type FleetRow, isPaused, runnerKind } from "../fleet/runner.ts";
import type { RunnerKey, RunnerQuery } from "./runner-query.ts";

/** Result of matching a runner; `unknown` while details or jobs that decide it were not read. */
export type Match = "yes" | "no" | "unknown";

/**
 * Returns whether a runner matches every term and word of a query. Values that are separated by commas are alternatives.
 */
export function matchRunner(row: FleetRow, query: RunnerQuery): Match {
  const results = query.terms.map(({ key, value }) => matchTerm(row, key, value));
  if (!matchesWords(row, query.words)) return "no";
  if (results.includes("no")) return "no";
  return results.includes("unknown") ? "unknown" : "yes";
}

function matchTerm(row: FleetRow, key: RunnerKey, value: string): Match {
  const wanted = value.toLowerCase().split(",").filter(Boolean);
  const some = (test: (text: string) => boolean): Match => (wanted.some(test) ? "yes" : "no");
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
