import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { useState } from "react";
import { type CommitStatus, listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { useHasLasted } from "../../ui/panes/use-settled.ts";
import { statusStyle } from "../ci/ci-status.tsx";
import styles from "./checks.module.css";

/** Milliseconds for which a status is shown without a new request. */
const staleMs = 60_000;
const statusIcons = {
  success: { icon: CircleCheck, label: "Checks passed" },
  failed: { icon: CircleX, label: "Checks failed" },
  running: { icon: CircleDashed, label: "Checks running" },
} as const;

/** Milliseconds for which a row stays in view before its checks are requested: scrolling by requests nothing. */
const restMs = 250;

interface StatusMarkProps {
  readonly project: string;
  readonly sha: string;
  /** Branch or tag whose checks are meant; the default branch where undefined. */
  readonly refName: string | undefined;
}

/** The combined status of the checks of a commit; nothing where none ran. */
export function StatusMark({ project, sha, refName }: StatusMarkProps) {
  const rested = useHasLasted(true, restMs);
  const input = { id: project, sha, per_page: 100, ref: refName };
  const statuses = useOperationAll(listCommitStatuses, rested ? input : null, { staleTime: staleMs }).data;
  const worst = worstStatus(statuses ?? []);
  if (!worst) return null;
  const { icon, label } = statusIcons[worst];
  return (
    <span className={styles.mark} data-status={worst} role="img" aria-label={label} title={label}>
      <Icon of={icon} />
    </span>
  );
}

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

/** Checks that are shown at first: what has not passed comes before the others. */
const initialChecks = 8;

const order = ["failed", "canceled", "running", "pending"];
const rank = ({ status, allow_failure }: CommitStatus): number => {
  const at = order.indexOf(status);
  return (at === -1 ? order.length : at) + (allow_failure ? 0.5 : 0);
};

/** The checks of a commit, each with its state and a link to its report. */
export function CheckBadges({ statuses }: { readonly statuses: readonly CommitStatus[] }) {
  const [unfolded, setUnfolded] = useState(false);
  const sorted = statuses.toSorted((one, other) => rank(one) - rank(other));
  const shown = unfolded ? sorted : sorted.slice(0, initialChecks);
  const hidden = sorted.length - shown.length;
  return (
    <div className={styles.list}>
      {shown.map((status) => (
        <CheckBadge key={status.id ?? `${status.ref} ${status.name}`} status={status} />
      ))}
      {hidden > 0 ? (
        <Button
          size="s"
          variant="ghost"
          onClick={() => setUnfolded(true)}
          aria-label={`${hidden.toLocaleString()} more checks`}
        >
          {hidden.toLocaleString()} more
        </Button>
      ) : null}
    </div>
  );
}

function CheckBadge({ status: check }: { readonly status: CommitStatus }) {
  const { name, description, status, stage, allow_failure: allowed, target_url: target } = check;
  const { icon, tone, word } = statusStyle(status);
  const title = [stage ? `Stage ${stage}` : "", description ?? ""].filter(Boolean).join(": ");
  const badge = (
    <Badge icon={icon} tone={tone} title={title || undefined}>
      {`${name}: ${word.toLowerCase()}${allowed && status === "failed" ? ", allowed to fail" : ""}`}
    </Badge>
  );
  return (
    <span className={styles.status}>
      {target && /^https?:\/\//i.test(target) ? (
        <a href={target} target="_blank" rel="noreferrer noopener">
          {badge}
        </a>
      ) : (
        badge
      )}
    </span>
  );
}
