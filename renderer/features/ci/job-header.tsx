import type { ReactNode } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { LongTitle } from "../../ui/long-title.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { JobMeta } from "./job-meta.tsx";
import styles from "./job-page.module.css";
import { StatusBadge, StatusIcon } from "./status-badge.tsx";
import { jobStatus } from "./status-style.ts";
import { useRouteStatus } from "./use-route-status.ts";

interface JobHeaderProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly actions: ReactNode;
}

/** The head of a job's pages, with its state, which the tab shows too. */
export function JobHeader({ account, project, job, actions }: JobHeaderProps) {
  const { name, status, allow_failure: allowFailure } = job;
  useRouteStatus(jobStatus(status, allowFailure));
  return (
    <div className={styles.head}>
      <PageHeader
        mark={
          <span className={styles.mark}>
            <StatusIcon {...{ status, allowFailure }} size={20} decorative />
          </span>
        }
        title={<LongTitle text={name} />}
        state={<StatusBadge {...{ status, allowFailure }} />}
        meta={<JobMeta {...{ account, project, job }} />}
        actions={actions}
      />
    </div>
  );
}
