import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { listCommitStatuses } from "../../../../shared/api/resources/commits.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useHasLasted } from "../../../ui/use-settled.ts";
import styles from "./history.module.css";
import { worstStatus } from "./worst-status.ts";

/** Milliseconds for which the status is cached. */
const fresh = 60_000;
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
    staleTime: fresh,
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
