import { useMemo } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { actionsOf, jobActions } from "../../features/ci/job-actions.ts";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { WatchButton } from "../../features/ci/watch-button.tsx";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/button.tsx";
import { MenuItem } from "../../ui/menu-item.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { useJobActions } from "./use-job-actions.ts";

interface HeadActionsProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** Retry, cancel, run and erase, where the job's state and the user's role allow it. */
export function HeadActions({ account, project, job }: HeadActionsProps) {
  const { pending, run } = useJobActions(account, project, job);
  const mayRun = useHasAccess(project, accessLevels.developer);
  const allowed = mayRun ? actionsOf(job) : [];
  const key = allowed.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is made anew with each state of the job
  const commands = useMemo(
    () =>
      allowed.map(
        (action): Command => ({
          id: `job.${action}`,
          title: `${jobActions[action].label} job`,
          section: "Job",
          icon: jobActions[action].icon,
          account,
          run: () => void run(action),
        }),
      ),
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
      {allowed.includes("erase") ? (
        <MoreMenu of="this job">
          <MenuItem icon={jobActions.erase.icon} danger onSelect={() => void run("erase")}>
            Erase…
          </MenuItem>
        </MoreMenu>
      ) : null}
    </>
  );
}
