import { useParams } from "@tanstack/react-router";
import jobPage from "../../features/ci/job-page.module.css";
import { JobTabs } from "../../features/ci/job-tabs.tsx";
import { UnreadJobPage } from "../../features/ci/unread-job-page.tsx";
import { useJob } from "../../features/ci/use-job.ts";
import { cx } from "../../ui/class-names.ts";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { JobHead } from "./job-head.tsx";
import { JobLog } from "./job-log.tsx";

/** One job: its state, actions and log. */
export function JobView() {
  const { account, project, job: number } = useParams({ from: "/a/$account/p/$project/jobs/$job" });
  const job = useJob(project, Number(number));
  const { refetch } = job;
  if (!job.data) {
    return <UnreadJobPage {...{ account, project }} job={Number(number)} current="log" result={job} />;
  }
  return (
    <div className={cx(layout.page, jobPage.page)}>
      <JobHead key={job.data.id} account={account} project={project} job={job.data} />
      <JobTabs account={account} project={project} job={job.data.id} current="log" />
      <div className={flow.viewport}>
        <JobLog
          key={`${account} ${project} ${job.data.id}`}
          {...{ account, project }}
          job={job.data}
          age={job.response?.age ?? 0}
          onEnded={refetch}
        />
      </div>
    </div>
  );
}
