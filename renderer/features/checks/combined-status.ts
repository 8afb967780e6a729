import type { CommitStatus } from "../../../shared/api/resources/commits.ts";

type Check = Pick<CommitStatus, "status" | "allow_failure" | "name">;

const activeStates = new Set(["pending", "running", "created", "preparing", "waiting_for_resource"]);
const failedStates = new Set(["failed", "canceled"]);

/** Returns the combined status of checks, without failures that are allowed; null where none ran. */
export function worstStatus(
  statuses: readonly { readonly status: string; readonly allow_failure?: boolean }[],
): "failed" | "running" | "success" | null {
  const counted = statuses.filter(
    ({ status, allow_failure }) =>
      status !== "skipped" && !((failedStates.has(status) || status === "manual") && allow_failure),
  );
  if (counted.length === 0) return statuses.length > 0 ? "success" : null;
  if (counted.some(({ status }) => failedStates.has(status))) return "failed";
  return counted.every(({ status }) => status === "success") ? "success" : "running";
}

/**
 * Returns whether a status is that of a job of the same service, which the pipeline counts already. `pageUrl` is the address
 * of any page of the service.
 */
export function isJobStatus(status: Pick<CommitStatus, "target_url">, pageUrl: string): boolean {
  const target = URL.parse(status.target_url ?? "");
  if (!target || !/\/(-\/jobs|-\/builds|builds)\/\d+\/?$/.test(target.pathname)) return false;
  return target.origin === URL.parse(pageUrl)?.origin;
}

/**
 * Returns what checks that have not passed mean for a merge: the reason why it has to wait where they must succeed, else a
 * warning; null where all have passed or may fail.
 */
export function checksText(checks: readonly Check[], mustSucceed: boolean): string | null {
  const required = checks.filter(({ allow_failure }) => !allow_failure);
  const failed = required.filter(({ status }) => failedStates.has(status));
  const active = required.filter(({ status }) => activeStates.has(status));
  if (failed.length > 0) {
    const one = failed.length === 1;
    return `${named(failed)} failed. ${mustSucceed ? (one ? "It must succeed first." : "They must succeed first.") : "You can merge anyway."}`;
  }
  if (active.length === 0) return null;
  const one = active.length === 1;
  const rest = mustSucceed
    ? one
      ? "It must succeed first."
      : "They must succeed first."
    : `Merging does not wait for ${one ? "it" : "them"}.`;
  return `${named(active)} ${one ? "has" : "have"} not ended yet. ${rest}`;
}

/** Names that a sentence shows; more are counted. */
const maxNames = 3;

function named(checks: readonly Check[]): string {
  const names = checks.slice(0, maxNames).map(({ name }) => `“${name}”`);
  const more = checks.length - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  const list = all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all.join("");
  return `The ${checks.length === 1 ? "check" : "checks"} ${list}`;
}
