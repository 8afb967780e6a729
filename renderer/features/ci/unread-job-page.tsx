import { SquareTerminal } from "lucide-react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import type { OperationResult } from "../../api/use-operation.ts";
import { cx } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./job-page.module.css";
import { JobTabs, type JobTabsProps } from "./job-tabs.tsx";

interface UnreadJobPageProps extends JobTabsProps {
  readonly result: Pick<OperationResult<Job>, "isPending" | "error" | "refetch">;
}

/** The page of a job that is loading or could not be read: its head and tabs are those of the address. */
export function UnreadJobPage({ result, ...tabs }: UnreadJobPageProps) {
  return (
    <div className={cx(layout.page, styles.page)}>
      <div className={styles.head}>
        <PageHeader
          icon={SquareTerminal}
          title={`Job #${tabs.job}`}
          meta={result.isPending ? null : undefined}
        />
      </div>
      <JobTabs {...tabs} />
      <div className={flow.viewport}>
        {result.isPending ? (
          <div className={flow.roomy}>
            <Skeleton lines={14} height={14} label="Loading the job" />
          </div>
        ) : (
          <ErrorState {...describeProblem(result.error)} onRetry={() => void result.refetch()} />
        )}
      </div>
    </div>
  );
}
