import { useMemo } from "react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { cancelJob, eraseJob, getJob, playJob, retryJob } from "../../../shared/api/resources/jobs.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { type ShownChange, useWrite } from "../../api/use-write.ts";
import { announce } from "../../state/announce.ts";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { MenuItem } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useGo } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import {
  actionsOf,
  confirmJobs,
  type JobAction,
  jobActions,
  runWithVariables,
  takesVariables,
} from "./ci-actions.ts";
import { useHasAccess } from "./use-has-access.ts";
import { useRunJobDialog } from "./use-run-job-dialog.tsx";
import { WatchButton } from "./watch-button.tsx";

interface JobActionState {
  /** The action that is being sent. */
  readonly pending: JobAction | null;
  /** Requests confirmation where the action cannot be undone. */
  run(action: JobAction): Promise<void>;
}

const failed: Readonly<Record<JobAction, string>> = {
  retry: "The job was not retried",
  cancel: "The job was not canceled",
  play: "The job was not started",
  erase: "The job was not erased",
};

/** Actions on a job. The new state is shown optimistically and reverted where the service refuses. */
function useJobActions(account: string, project: string, job: Job): JobActionState {
  const go = useGo();
  const write = {
    retry: useWrite(retryJob),
    cancel: useWrite(cancelJob),
    play: useWrite(playJob),
    erase: useWrite(eraseJob),
  };
  const input = { id: project, job_id: job.id };
  const queryKey = operationQueryKey(account, getJob, "one", input);
  const shown = (status: Job["status"]): ShownChange<Job, Job> => ({
    queryKey,
    show: (now) => ({ ...now, status }),
    revert: (now, { status }) => ({ ...now, status }),
    confirm: (now, written) => ({ ...now, ...written }),
  });

  const send: Readonly<Record<JobAction, () => Promise<unknown>>> = {
    async retry() {
      const { id } = await write.retry(input);
      announce(`${job.name} runs again as job ${id}`);
      go(hrefs.job(account, project, id));
    },
    cancel: () => write.cancel(input, shown("canceling")),
    play: () => write.play(input, shown("pending")),
    erase: () => write.erase(input, shown(job.status)),
  };

  const { submit, isPending, pending } = useSubmit((action: JobAction) => send[action](), {
    onFailure: (failure, action) => toast.problem(failed[action], failure),
  });
  const run = async (action: JobAction) => {
    if (!isPending && (await confirmJobs(action, [job]))) submit(action);
  };
  return { pending: pending?.[0] ?? null, run };
}

interface JobHeadActionsProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** Retry, cancel, run, with variables too, and erase, where the job's state and the user's role allow it. */
export function JobHeadActions({ account, project, job }: JobHeadActionsProps) {
  const { pending, run } = useJobActions(account, project, job);
  const mayRun = useHasAccess(project, accessLevels.developer);
  const allowed = mayRun ? actionsOf(job) : [];
  const mayTakeVariables = mayRun && takesVariables(job);
  const { open, dialog } = useRunJobDialog(project);
  const key = [...allowed, mayTakeVariables].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is made anew with each state of the job
  const commands = useMemo(
    () => [
      ...allowed.map(
        (action): Command => ({
          id: `job.${action}`,
          title: `${jobActions[action].label} job`,
          section: "Job",
          icon: jobActions[action].icon,
          account,
          run: () => void run(action),
        }),
      ),
      ...(mayTakeVariables
        ? [
            {
              id: "job.run-with-variables",
              title: "Run job with variables…",
              section: "Job",
              icon: runWithVariables.icon,
              account,
              run: () => open(job),
            } satisfies Command,
          ]
        : []),
    ],
    [key, run, account],
  );
  useRegisterCommands(commands);
  return (
    <>
      {allowed
        .filter((action) => action !== "erase")
        .map((action) => (
          <Button
            key={action}
            icon={jobActions[action].icon}
            variant={action === "play" ? "primary" : "default"}
            writes
            loading={pending === action}
            onClick={() => void run(action)}
          >
            {jobActions[action].label}
          </Button>
        ))}
      <WatchButton
        account={account}
        project={project}
        kind="job"
        id={job.id}
        name={job.name}
        refName={job.ref}
        status={job.status}
      />
      {allowed.includes("erase") || mayTakeVariables ? (
        <MoreMenu of="this job">
          {mayTakeVariables ? (
            <MenuItem writes icon={runWithVariables.icon} onSelect={() => open(job)}>
              {runWithVariables.label}
            </MenuItem>
          ) : null}
          {allowed.includes("erase") ? (
            <MenuItem writes icon={jobActions.erase.icon} danger onSelect={() => void run("erase")}>
              Erase…
            </MenuItem>
          ) : null}
        </MoreMenu>
      ) : null}
      {dialog}
    </>
  );
}
