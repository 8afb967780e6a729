import { useParams } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { useRouteName } from "../../../features/addresses/use-route-name.ts";
import { JobHeader } from "../../../features/ci/job-header.tsx";
import jobPage from "../../../features/ci/job-page.module.css";
import { JobTabs } from "../../../features/ci/job-tabs.tsx";
import { UnreadJobPage } from "../../../features/ci/unread-job-page.tsx";
import { useJob } from "../../../features/ci/use-job.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { formatBytes } from "../../../ui/format-bytes.ts";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { downloadArchive } from "./artifact-source.ts";
import { hasArchive, NoArtifacts } from "./no-artifacts.tsx";

interface JobPageProps {
  readonly tab: "artifacts" | "tests";
  /** Renders the tab of a job that has artifacts. */
  readonly children: (page: {
    readonly account: string;
    readonly project: string;
    readonly job: Job;
  }) => ReactNode;
}

/** The head and tabs of a job, and what it left below them. */
export function JobPage({ tab, children }: JobPageProps) {
  const { account, project, job: number } = useParams({ from: `/a/$account/p/$project/jobs/$job/${tab}` });
  const job = useJob(project, Number(number));
  if (!job.data) {
    return <UnreadJobPage {...{ account, project }} job={Number(number)} current={tab} result={job} />;
  }
  const found = job.data;
  return (
    <div className={cx(layout.page, jobPage.page)}>
      <Head tab={tab} account={account} project={project} job={found} />
      <JobTabs account={account} project={project} job={found.id} current={tab}>
        {hasArchive(found) ? <ArchiveDetails job={found} /> : null}
      </JobTabs>
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
      {...{ account, project, job }}
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
