import { useQueryClient } from "@tanstack/react-query";
import type { Deployment, Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { deleteEnvironment, stopEnvironment } from "../../../shared/api/resources/environments.ts";
import { retryJob } from "../../../shared/api/resources/jobs.ts";
import { failureOf } from "../../api/failure-of.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { useWrite } from "../../api/use-write.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { clearFormDraft } from "../../state/form-draft.ts";
import { confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toast.tsx";
import { environmentDraftKey } from "./environment-dialog.tsx";

export interface EnvironmentActions {
  stop(environment: Environment): Promise<void>;
  /** Resolves with whether it was deleted. */
  remove(environment: Environment): Promise<boolean>;
  /** Runs the job of a deployment again, which deploys its commit. */
  redeploy(environment: Environment, deployment: Deployment, isCurrent: boolean): Promise<void>;
}

/** Returns actions on environments, each after a confirmation that names it. */
export function useEnvironmentActions(account: string, project: string): EnvironmentActions {
  const write = useWrite();
  const client = useQueryClient();
  const go = useGo();
  return {
    async stop({ id, name }) {
      const isDone = await confirm({
        title: `Stop ${name}?`,
        description:
          "Its stop job runs, if it has one. The environment and its history stay, and the next deployment makes it available again.",
        confirmLabel: "Stop environment",
        danger: true,
        failureTitle: `${name} was not stopped`,
        attempt: () => failureOf(write(stopEnvironment, { id: project, environment_id: id })),
      });
      if (isDone) toast.success(`Stopped ${name}`);
    },
    async remove({ id, name }) {
      const isDone = await confirm({
        title: `Delete ${name}?`,
        description: `The environment and the history of its deployments are deleted for everyone. Jobs and commits stay.`,
        confirmLabel: "Delete environment",
        danger: true,
        failureTitle: `${name} was not deleted`,
        attempt: () => failureOf(write(deleteEnvironment, { id: project, environment_id: id })),
      });
      if (isDone) {
        clearFormDraft(environmentDraftKey(account, project, id));
        toast.success(`Deleted ${name}`);
      }
      return isDone;
    },
    async redeploy({ name }, { sha, deployable }, isCurrent) {
      if (!deployable) return;
      const commit = `${sha.slice(0, 8)}${deployable.commit ? ` “${deployable.commit.title}”` : ""}`;
      const verb = isCurrent ? "Deploy again" : "Roll back";
      const made: { id: number } = { id: 0 };
      const isDone = await confirm({
        title: isCurrent ? `Deploy ${sha.slice(0, 8)} to ${name} again?` : `Roll ${name} back?`,
        description: `Runs the job ${deployable.name} of ${commit} again.`,
        confirmLabel: verb,
        failureTitle: `${name} was not deployed`,
        attempt: () =>
          failureOf(
            write(retryJob, { id: project, job_id: deployable.id }).then(({ id }) => {
              made.id = id;
            }),
          ),
      });
      if (!isDone) return;
      void invalidateResources(client, account, ["deployments", "environments"]);
      toast.success(`${deployable.name} runs as job #${made.id}`, {
        action: {
          label: "Show job",
          onSelect: () => go(hrefs.job(account, project, made.id)),
        },
      });
    },
  };
}
