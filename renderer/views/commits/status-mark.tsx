import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { listCommitStatuses } from "../../../shared/api/commits.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./commits.module.css";
import { worstStatus } from "./worst-status.ts";

/** Milliseconds for which what the checks said is not asked for again. */
const fresh = 60_000;
const looks = {
  success: { icon: CircleCheck, words: "Checks passed" },
  failed: { icon: CircleX, words: "Checks failed" },
  running: { icon: CircleDashed, words: "Checks are running" },
} as const;

/** What the checks of a commit came to; an empty place where none ran. Asks when it comes into view. */
export function StatusMark({ project, sha }: { readonly project: string; readonly sha: string }) {
  const statuses = useOperation(
    listCommitStatuses,
    { id: project, sha, per_page: 100 },
    { staleTime: fresh },
  ).data;
  const worst = worstStatus(statuses ?? []);
  if (!worst) return null;
  const { icon, words } = looks[worst];
  return (
    <span className={styles.mark} data-status={worst} role="img" aria-label={words} title={words}>
      <Icon of={icon} />
    </span>
  );
}
