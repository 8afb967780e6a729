import { useQueryClient } from "@tanstack/react-query";
import { CircleStop, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  createEnvironment,
  type Deployment,
  deleteEnvironment,
  type Environment,
  stopEnvironment,
  updateEnvironment,
} from "../../../shared/api/resources/environments.ts";
import { retryJob } from "../../../shared/api/resources/jobs.ts";
import { useAccountId } from "../../api/account-context.ts";
import { failureOf } from "../../api/describe-problem.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { type Command, useRegisterCommands } from "../../state/commands/commands.ts";
import { clearFormDraft, useFormDraft } from "../../state/form-draft.ts";
import { TextField } from "../../ui/forms/text-field.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { DraftDialog } from "../../ui/overlays/form-dialog.tsx";
import { MenuItem } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { isDeletable, isStopped } from "./environment-state.tsx";

interface EnvironmentActions {
  stop(environment: Environment): Promise<void>;
  /** Resolves with whether it was deleted. */
  remove(environment: Environment): Promise<boolean>;
  /** Runs the job of a deployment again, which deploys its commit. */
  redeploy(environment: Environment, deployment: Deployment, isCurrent: boolean): Promise<void>;
}

/** Returns actions on environments, each after a confirmation that names it. */
export function useEnvironmentActions(account: string, project: string): EnvironmentActions {
  const stop = useWrite(stopEnvironment);
  const remove = useWrite(deleteEnvironment);
  const retry = useWrite(retryJob);
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
        attempt: () => failureOf(stop({ id: project, environment_id: id })),
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
        attempt: () => failureOf(remove({ id: project, environment_id: id })),
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
            retry({ id: project, job_id: deployable.id }).then(({ id }) => {
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

interface EnvironmentDialogProps {
  readonly project: string;
  /** The one that is edited; a new one is created where it is left out. */
  readonly environment?: Environment;
  readonly onClose: () => void;
}

/** Dialog for the name and URL of an environment, which it creates or changes. The draft is stored until then. */
export function EnvironmentDialog({ project, environment, onClose }: EnvironmentDialogProps) {
  const create = useWrite(createEnvironment);
  const update = useWrite(updateEnvironment);
  const account = useAccountId();
  const draft = useFormDraft(environmentDraftKey(account, project, environment?.id ?? "new"), {
    name: environment?.name ?? "",
    url: environment?.external_url ?? "",
  });
  const { name, url } = draft.fields;
  const isReady = name.trim() !== "" && urlProblem(url) === undefined;
  const submission = useSubmit(
    async () => {
      const fields = { name: name.trim(), external_url: url.trim() };
      if (environment) {
        // A name that stays is not sent: newer services refuse it.
        const { name: sent, external_url } = fields;
        await update({
          id: project,
          environment_id: environment.id,
          external_url,
          name: sent === environment.name ? undefined : sent,
        });
        toast.success(`Saved ${fields.name}`);
      } else {
        const { name: sent, external_url } = fields;
        await create({
          id: project,
          name: sent,
          external_url: external_url || undefined,
        });
        toast.success(`Created ${fields.name}`);
      }
      draft.clear();
      onClose();
    },
    { fields: ["name", "external_url"] },
  );
  const problem = urlProblem(url);
  return (
    <DraftDialog
      onClose={onClose}
      title={environment ? `Edit ${environment.name}` : "New environment"}
      submitLabel={environment ? "Save" : "Create environment"}
      draft={draft}
      draftName={environment ? `changes to ${environment.name}` : "environment draft"}
      submission={submission}
      isReady={isReady}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(next) => draft.change({ name: next })}
        autoFocus
        maxLength={255}
        placeholder="staging"
        error={submission.errorOf("name")}
      />
      <TextField
        label="External URL"
        type="url"
        value={url}
        onChange={(next) => draft.change({ url: next })}
        placeholder="https://staging.example.com"
        hint="Where people see what runs there. May be left empty."
        error={problem ?? submission.errorOf("external_url")}
      />
    </DraftDialog>
  );
}

/** Returns the key of the draft of an environment. */
export const environmentDraftKey = (account: string, project: string, id: number | "new"): string =>
  `environment ${JSON.stringify([account, project, id])}`;

/** Returns why a text cannot be the URL of an environment. */
function urlProblem(text: string): string | undefined {
  const url = text.trim();
  if (url === "" || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return undefined;
  return "Enter a URL that starts with https:// or http://.";
}

interface EnvironmentMenuProps {
  readonly account: string;
  readonly project: string;
  readonly environment: Environment;
  /** The page is the environment's own: the palette has its actions too. */
  readonly isPage?: boolean;
}

/** Edit, stop and delete; only what is stopped can be deleted. */
export function EnvironmentMenu({ account, project, environment, isPage = false }: EnvironmentMenuProps) {
  const [editing, setEditing] = useState(false);
  const actions = useEnvironmentActions(account, project);
  const go = useGo();
  const { name } = environment;
  const stopped = isStopped(environment);
  const deletable = isDeletable(environment);
  const edit = () => setEditing(true);
  const stop = () => void actions.stop(environment);
  const remove = async () => {
    if (await actions.remove(environment)) {
      go(hrefs.project(account, project, "environments"));
    }
  };
  const section = "Environment";
  const commands: readonly (Command | false)[] = [
    {
      id: "environment.edit",
      title: "Edit environment…",
      section,
      icon: PencilLine,
      run: () => edit(),
    },
    !stopped && {
      id: "environment.stop",
      title: "Stop environment…",
      section,
      icon: CircleStop,
      run: () => stop(),
    },
    deletable && {
      id: "environment.delete",
      title: "Delete environment…",
      section,
      icon: Trash2,
      run: () => void remove(),
    },
  ];
  useRegisterCommands(isPage ? commands.filter((command) => command !== false) : []);
  return (
    <>
      <MoreMenu of={name}>
        <MenuItem icon={PencilLine} onSelect={edit}>
          Edit…
        </MenuItem>
        <MenuItem writes icon={CircleStop} disabled={stopped} onSelect={stop}>
          Stop…
        </MenuItem>
        <MenuItem
          writes
          icon={Trash2}
          danger
          disabled={!deletable}
          description={deletable ? undefined : "Stop it first"}
          onSelect={() => void remove()}
        >
          Delete…
        </MenuItem>
      </MoreMenu>
      {editing ? (
        <EnvironmentDialog project={project} environment={environment} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
