import { Ban, MoreHorizontal, Play, RotateCw, Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { Job } from "../../../shared/api/job-shapes.ts";
import { WatchButton } from "../../features/ci/watch-button.tsx";
import { type Command, useRegisterCommands } from "../../state/commands.ts";
import { Button } from "../../ui/button.tsx";
import type { IconType } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { MenuItem } from "../../ui/menu-item.tsx";
import { allowedActions } from "./allowed-actions.ts";
import { type JobAction, useJobActions } from "./use-job-actions.ts";
import { useMayRun } from "./use-may-run.ts";

const looks: Readonly<Record<JobAction, { readonly label: string; readonly icon: IconType }>> = {
  play: { label: "Run job", icon: Play },
  retry: { label: "Retry", icon: RotateCw },
  cancel: { label: "Cancel", icon: Ban },
  erase: { label: "Erase…", icon: Trash2 },
};

interface JobActionsProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** Retry, cancel, run and erase, as far as the job's state and the user's role allow. */
export function JobActions({ account, project, job }: JobActionsProps) {
  const { busy, run } = useJobActions(account, project, job);
  const mayRun = useMayRun(project);
  const allowed = mayRun ? allowedActions(job) : [];
  const key = allowed.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is made anew with each state of the job
  const commands = useMemo(
    () =>
      allowed.map(
        (action): Command => ({
          id: `job.${action}`,
          title: looks[action].label,
          section: "Job",
          icon: looks[action].icon,
          ...(action === "retry" ? { shortcut: "shift+r" } : {}),
          run: () => void run(action),
        }),
      ),
    [key, run],
  );
  useRegisterCommands(commands);
  return (
    <>
      {allowed
        .filter((action) => action !== "erase")
        .map((action) => (
          <Button
            key={action}
            icon={looks[action].icon}
            variant={action === "play" ? "primary" : "default"}
            loading={busy === action}
            onClick={() => void run(action)}
          >
            {looks[action].label}
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
        <Menu align="end" trigger={<IconButton label="More job actions" icon={MoreHorizontal} />}>
          <MenuItem icon={looks.erase.icon} danger onSelect={() => void run("erase")}>
            {looks.erase.label}
          </MenuItem>
        </Menu>
      ) : null}
    </>
  );
}
