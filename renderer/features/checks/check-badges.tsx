import { useState } from "react";
import type { CommitStatus } from "../../../shared/api/resources/commits.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { statusStyle } from "../ci/status-style.ts";
import styles from "./checks.module.css";

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
    <Badge icon={icon} tone={tone} {...(title ? { title } : {})}>
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
