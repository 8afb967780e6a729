import { useQueryClient } from "@tanstack/react-query";
import type { Deployment, Environment } from "../../../shared/api/resources/environment-shapes.ts";
import { deleteEnvironment, stopEnvironment } from "../../../shared/api/resources/environments.ts";
import { retryJob } from "../../../shared/api/resources/jobs.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { useWrite } from "../../api/use-write.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toast.tsx";

export interface EnvironmentActions {
  stop(environment: Environment): Promise<void>;
  /** Resolves with whether it was deleted. */
  remove(environment: Environment): Promise<boolean>;
  /** Runs the job of a deployment again, which deploys its commit. */
  redeploy(environment: Environment, deployment: Deployment, isCurrent: boolean): Promise<void>;
}

/** What can be done to environments, each after a question that names it. */
export function useEnvironmentActions(account: string, project: string): EnvironmentActions {
  const write = useWrite();
  const client = useQueryClient();
  const go = useGo();
  return {
    async stop({ id, name }) {
      const isSure = await confirm({
        title: `Stop ${name}?`,
        description:
          "Its stop job runs, if it has one. The environment and its history stay, and the next deployment makes it available again.",
        confirmLabel: "Stop environment",
        danger: true,
      });
      if (!isSure) return;
      try {
        await write(stopEnvironment, { id: project, environment_id: id });
        toast.success(`Stopped ${name}`);
      } catch (error) {
        toast.problem(`${name} was not stopped`, describeProblem(error));
      }
    },
    async remove({ id, name }) {
      const isSure = await confirm({
        title: `Delete ${name}?`,
        description: `The environment and the history of its deployments are deleted for everyone. Jobs and commits stay.`,
        confirmLabel: "Delete environment",
        danger: true,
      });
      if (!isSure) return false;
      try {
        await write(deleteEnvironment, { id: project, environment_id: id });
        toast.success(`Deleted ${name}`);
        return true;
      } catch (error) {
        toast.problem(`${name} was not deleted`, describeProblem(error));
        return false;
      }
    },
    async redeploy({ name }, { sha, deployable }, isCurrent) {
      if (!deployable) return;
      const commit = `${sha.slice(0, 8)}${deployable.commit ? ` “${deployable.commit.title}”` : ""}`;
      const verb = isCurrent ? "Deploy again" : "Roll back";
      const isSure = await confirm({
        title: isCurrent ? `Deploy ${sha.slice(0, 8)} to ${name} again?` : `Roll ${name} back?`,
        description: `Runs the job ${deployable.name} of ${commit} again.`,
        confirmLabel: verb,
      });
      if (!isSure) return;
      try {
        const { id } = await write(retryJob, { id: project, job_id: deployable.id });
        void invalidateResources(client, account, ["deployments", "environments"]);
        toast.success(`${deployable.name} runs as job #${id}`, {
          action: {
            label: "Show job",
            onSelect: () => go(hrefs.job(account, project, id)),
          },
        });
      } catch (error) {
        toast.problem(`${name} was not deployed`, describeProblem(error));
      }
    },
  };
}
