import { FlaskConical, FlaskConicalOff } from "lucide-react";
import { useMemo, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { ArchiveListing } from "../../../../shared/host/artifacts.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { ArtifactSource } from "../archive/artifact-source.ts";
import { JobPage } from "../archive/job-page.tsx";
import { useArtifactEntries } from "../archive/use-artifact-entries.ts";
import { TestReportView } from "./test-report-view.tsx";
import { useTestReport } from "./use-test-report.ts";

/** The test report of a job, out of the JUnit files among its artifacts. */
export function TestsView() {
  return <JobPage tab="tests">{(scope) => <Tests {...scope} />}</JobPage>;
}

interface TestsProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

function Tests({ account, project, job }: TestsProps) {
  const { id } = job;
  const source = useMemo(() => ({ account, project, job: id }), [account, project, id]);
  const listing = useArtifactEntries(source);
  if (listing.isPending) return <Loading label="Loading the list of files" />;
  if (!listing.data) {
    return <ErrorState {...describeProblem(listing.error)} onRetry={() => void listing.refetch()} />;
  }
  return <ReadReport {...{ account, project, job, source }} listing={listing.data} />;
}

interface ReadReportProps extends TestsProps {
  readonly source: ArtifactSource;
  readonly listing: ArchiveListing;
}

function ReadReport({ source, listing, ...scope }: ReadReportProps) {
  const [attempt, setAttempt] = useState(0);
  const found = useTestReport(source, listing, attempt);
  if (found.state === "failed") {
    return <ErrorState {...describeProblem(found.error)} onRetry={() => setAttempt((count) => count + 1)} />;
  }
  if (found.state === "reading") {
    return found.total < 2 ? (
      <Loading label="Loading the test report" />
    ) : (
      <div className={layout.progress}>
        <ProgressBar
          label={`Loading test reports: ${found.done} of ${found.total}`}
          value={found.done / found.total}
        />
      </div>
    );
  }
  const { report, left } = found;
  if (report.total > 0) return <TestReportView {...scope} report={report} left={left} />;
  const [broken] = report.files.filter(({ problem }) => problem !== null);
  return broken ? (
    <EmptyState
      icon={FlaskConicalOff}
      title="No test report could be loaded"
      description={
        <>
          <code>{broken.path}</code>: {broken.problem}
        </>
      }
    />
  ) : (
    <EmptyState
      icon={FlaskConical}
      title="No test report"
      description={
        <>
          There is no JUnit file among the artifacts of this job. A job that has{" "}
          <code>artifacts:reports:junit</code> must also name the file in <code>artifacts:paths</code>, since
          services send reports only as part of the archive.
        </>
      }
    />
  );
}

const Loading = ({ label }: { readonly label: string }) => (
  <div className={flow.roomy}>
    <Skeleton lines={10} height={18} label={label} />
  </div>
);
