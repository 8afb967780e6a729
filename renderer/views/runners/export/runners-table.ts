import { connectionOf, type FleetRow, isPaused, runnerKind } from "../fleet/runner.ts";

type Cell = string | number | null;

const yesNo = (value: boolean | undefined): Cell => (value === undefined ? null : value ? "yes" : "no");

const columns: readonly (readonly [name: string, value: (row: FleetRow) => Cell | undefined])[] = [
  ["id", ({ id }) => id],
  ["description", ({ runner }) => runner.description],
  ["name", ({ runner }) => runner.name],
  ["type", ({ runner }) => runnerKind(runner)],
  ["status", ({ runner }) => connectionOf(runner)],
  ["paused", ({ runner }) => yesNo(isPaused(runner))],
  ["contacted_at", ({ detail }) => detail?.contacted_at],
  ["tags", ({ detail }) => detail?.tag_list.join(", ")],
  ["version", ({ detail }) => detail?.version],
  ["revision", ({ detail }) => detail?.revision],
  ["platform", ({ detail }) => detail?.platform],
  ["architecture", ({ detail }) => detail?.architecture],
  ["ip_address", ({ runner }) => runner.ip_address],
  ["access_level", ({ detail }) => detail?.access_level],
  ["locked", ({ detail }) => yesNo(detail?.locked)],
  ["run_untagged", ({ detail }) => yesNo(detail?.run_untagged)],
  ["maximum_timeout_seconds", ({ detail }) => detail?.maximum_timeout],
  ["projects", ({ detail }) => detail?.projects.map((project) => project.path_with_namespace).join(", ")],
  ["running_jobs", ({ jobs }) => jobs?.running],
  ["failed_of_recent_jobs", ({ jobs }) => jobs?.failed],
  ["finished_of_recent_jobs", ({ jobs }) => jobs?.finished],
];

/** Returns runners as a table with a head; what was not read of a runner is empty. */
export const runnersTable = (rows: readonly FleetRow[]): readonly (readonly Cell[])[] => [
  columns.map(([name]) => name),
  ...rows.map((row) => columns.map(([, value]) => value(row) ?? null)),
];
