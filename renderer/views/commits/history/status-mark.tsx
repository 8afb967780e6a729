import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { listCommitStatuses } from "../../../../shared/api/resources/commits.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useHasLasted } from "../../../ui/use-settled.ts";
import styles from "./history.module.css";

/** Milliseconds for which a status is shown without a new request. */
const staleMs = 60_000;
const statusIcons = {
  success: { icon: CircleCheck, label: "Checks passed" },
  failed: { icon: CircleX, label: "Checks failed" },
  running: { icon: CircleDashed, label: "Checks running" },
} as const;

/** Milliseconds for which a row stays in view before its checks are requested: scrolling by requests nothing. */
const restMs = 250;

/** The combined status of the checks of a commit; nothing where none ran. */
export function StatusMark({ project, sha }: { readonly project: string; readonly sha: string }) {
  const rested = useHasLasted(true, restMs);
  const statuses = useOperation(listCommitStatuses, rested ? { id: project, sha, per_page: 100 } : null, {
    staleTime: staleMs,
  }).data;
  const worst = worstStatus(statuses ?? []);
  if (!worst) return null;
  const { icon, label } = statusIcons[worst];
  return (
    <span className={styles.mark} data-status={worst} role="img" aria-label={label} title={label}>
      <Icon of={icon} />
    </span>
  );
}

/** Returns the combined status of checks, without failures that are allowed; null where none ran. */
export function worstStatus(
  statuses: readonly { readonly status: string; readonly allow_failure?: boolean }[],
): "failed" | "running" | "success" | null {
  const counted = statuses.filter(
    ({ status, allow_failure }) => status !== "skipped" && !(status === "failed" && allow_failure),
  );
  if (counted.length === 0) return statuses.length > 0 ? "success" : null;
  if (counted.some(({ status }) => status === "failed" || status === "canceled")) return "failed";
  return counted.every(({ status }) => status === "success") ? "success" : "running";
}
