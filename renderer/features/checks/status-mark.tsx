import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { Icon } from "../../ui/icon.tsx";
import { useHasLasted } from "../../ui/use-settled.ts";
import styles from "./checks.module.css";
import { worstStatus } from "./combined-status.ts";

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
  const input = { id: project, sha, per_page: 100, ...(refName === undefined ? {} : { ref: refName }) };
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
