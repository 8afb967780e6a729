import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { useRouteName } from "../../features/addresses/use-route-name.ts";
import { JobHeader } from "../../features/ci/job-header.tsx";
import { HeadActions } from "./head-actions.tsx";

interface JobHeadProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** The head of a job's log, with the actions on the job. */
export function JobHead({ account, project, job }: JobHeadProps) {
  useRouteName(`${job.name} #${job.id}`);
  return (
    <JobHeader
      {...{ account, project, job }}
      actions={<HeadActions account={account} project={project} job={job} />}
    />
  );
}
