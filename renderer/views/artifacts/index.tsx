import { useParams } from "@tanstack/react-router";
import { Download, FlaskConical, FlaskConicalOff } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { ArchiveListing } from "../../../shared/host/artifacts.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useRouteName } from "../../features/addresses/use-route.ts";
import jobPage from "../../features/ci/job-page.module.css";
import { JobHeader, UnreadJobPage } from "../../features/ci/job-page.tsx";
import { useJob } from "../../features/ci/use-jobs.ts";
import {
  type ArtifactSource,
  downloadArchive,
  hasArchive,
  NoArtifacts,
  useArtifactEntries,
} from "../../features/test-reports/artifact-source.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { ArchivePane } from "./archive/artifact-browser.tsx";
import { TestReportView, useTestReport } from "./tests/test-report-view.tsx";

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
  // The report is read anew for another source.
  const source = useMemo(() => ({ account, project, job: id }), [account, project, id]);
  const listing = useArtifactEntries(source);
  if (listing.isPending) return <Loading label="Loading the list of files" />;
  if (!listing.data) {
    return <ErrorState {...describeProblem(listing.error)} onRetry={() => void listing.refetch()} />;
  }
  return <ReadReport account={account} project={project} job={job} source={source} listing={listing.data} />;
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

const fileSearch = { path: anyText, plain: anyText };

/** The artifacts of a job: their tree, and a file of them to read. */
export function ArtifactsView() {
  return (
    <JobPage tab="artifacts">
      {({ account, project, job }) => (
        <JobArchive
          account={account}
          project={project}
          job={job.id}
          name={`${job.name}-${job.id}-artifacts.zip`}
        />
      )}
    </JobPage>
  );
}

interface JobArchiveProps {
  readonly account: string;
  readonly project: string;
  readonly job: number;
  /** Name of the archive as a download. */
  readonly name: string;
}

function JobArchive({ account, project, job, name }: JobArchiveProps) {
  const [{ path = "", plain }] = useAddressSearch(fileSearch);
  const source = { account, project, job };
  return <ArchivePane source={source} path={path} plain={plain === "1"} name={name} />;
}

export { RefArtifactsView } from "./ref-artifacts-view.tsx";

interface JobPageProps {
  readonly tab: "artifacts" | "tests";
  /** Renders the tab of a job that has artifacts. */
  readonly children: (page: {
    readonly account: string;
    readonly project: string;
    readonly job: Job;
  }) => ReactNode;
}

/** The head of a job, and what it left below it. */
function JobPage({ tab, children }: JobPageProps) {
  const { account, project, job: number } = useParams({ from: `/a/$account/p/$project/jobs/$job/${tab}` });
  const job = useJob(project, Number(number));
  if (!job.data) {
    return (
      <UnreadJobPage account={account} project={project} job={Number(number)} current={tab} result={job} />
    );
  }
  const found = job.data;
  return (
    <div className={cx(layout.page, jobPage.page)}>
      <Head tab={tab} account={account} project={project} job={found} />
      <div className={flow.viewport}>
        {hasArchive(found) ? children({ account, project, job: found }) : <NoArtifacts job={found} />}
      </div>
    </div>
  );
}

function Head({
  tab,
  account,
  project,
  job,
}: {
  readonly tab: JobPageProps["tab"];
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}) {
  useRouteName(`${tab === "tests" ? "Tests" : "Artifacts"} of ${job.name} #${job.id}`);
  return (
    <JobHeader
      account={account}
      project={project}
      job={job}
      current={tab}
      details={hasArchive(job) ? <ArchiveDetails job={job} /> : null}
      actions={
        hasArchive(job) ? (
          <Button
            icon={Download}
            onClick={() =>
              void downloadArchive({ account, project, job: job.id }, `${job.name}-${job.id}-artifacts.zip`)
            }
          >
            Download archive
          </Button>
        ) : null
      }
    />
  );
}

/** Size and expiry of the archive. */
function ArchiveDetails({ job }: { readonly job: Job }) {
  const archive = job.artifacts.find(({ file_type }) => file_type === "archive") ?? job.artifacts_file;
  return (
    <>
      {archive?.size ? `${formatBytes(archive.size)}, ` : null}
      <Expiry job={job} />
    </>
  );
}

/** Shows when the artifacts of a job expire. */
function Expiry({ job: { artifacts_expire_at: time } }: { readonly job: Job }) {
  if (!time) return <span title="Kept until someone deletes them">never expires</span>;
  return (
    <span>
      {Date.parse(time) < Date.now() ? "expired " : "expires "}
      <RelativeTime future time={time} />
    </span>
  );
}
