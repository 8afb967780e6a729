import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { type CommitStatus, listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { Badge } from "../../ui/badge.tsx";
import styles from "./commits.module.css";

const statusBadges = {
  success: { icon: CircleCheck, tone: "added" },
  failed: { icon: CircleX, tone: "danger" },
} as const;

/** The checks of a commit; null where none ran. */
export function CommitStatuses({ project, sha }: { readonly project: string; readonly sha: string }) {
  const statuses = useOperationAll(listCommitStatuses, { id: project, sha, per_page: 100 });
  if (!statuses.data || statuses.data.length === 0) return null;
  return (
    <div>
      <dt>Checks</dt>
      <dd>
        {statuses.data.map((status) => (
          <StatusBadge key={status.id ?? status.name} status={status} />
        ))}
      </dd>
    </div>
  );
}

function StatusBadge({ status }: { readonly status: CommitStatus }) {
  const { icon, tone } = statusBadges[status.status as keyof typeof statusBadges] ?? {
    icon: CircleDashed,
    tone: "running" as const,
  };
  const allowed = status.allow_failure && status.status === "failed" ? ", allowed to fail" : "";
  const title = status.description ?? undefined;
  const badge = (
    <Badge icon={icon} tone={tone} {...(title ? { title } : {})}>
      {`${status.name}: ${status.status}${allowed}`}
    </Badge>
  );
  const { target_url: target } = status;
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
