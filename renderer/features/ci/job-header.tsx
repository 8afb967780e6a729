import { type ReactNode, useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import styles from "./job-page.module.css";
import { StatusBadge, StatusIcon } from "./status-badge.tsx";
import { useRouteStatus } from "./use-route-status.ts";

/** Characters of a name that have room in two lines of a narrow window. */
const maxUncutLength = 40;

interface JobHeaderProps {
  readonly job: Job;
  readonly meta: ReactNode;
  readonly actions: ReactNode;
}

/** The head of a job's pages, with its state, which the tab shows too. */
export function JobHeader({
  job: { name, status, allow_failure: allowFailure },
  meta,
  actions,
}: JobHeaderProps) {
  useRouteStatus(status);
  return (
    <div className={styles.head}>
      <PageHeader
        mark={
          <span className={styles.mark}>
            <StatusIcon {...{ status, allowFailure }} size={20} decorative />
          </span>
        }
        title={name.length > maxUncutLength ? <LongName name={name} /> : name}
        state={<StatusBadge {...{ status, allowFailure }} />}
        meta={meta}
        actions={actions}
      />
    </div>
  );
}

/** A name of which a narrow window shows two lines; all of it on hover and focus, and once it is clicked. */
function LongName({ name }: { readonly name: string }) {
  const [isWhole, setWhole] = useState(false);
  const toggle = (
    <button type="button" className={styles.name} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      <span className={isWhole ? undefined : styles.cut}>{name}</span>
    </button>
  );
  return isWhole ? toggle : <Tooltip content={name}>{toggle}</Tooltip>;
}
