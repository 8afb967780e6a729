import { useState } from "react";
import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import { listGroups } from "../../../../shared/api/resources/groups.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { createRunner, registerRunner } from "../../../../shared/api/resources/runners.ts";
import type { DescribedProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useAccount } from "../../../state/host-state.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { parseTags } from "../bulk/tag-choice.tsx";
import { checkRunnerForm, type RunnerForm } from "../detail/runner-edit.ts";
import { RunnerFormFields } from "../detail/runner-form-fields.tsx";
import { NewRunnerToken } from "./new-token.tsx";

/** Way of creating a runner: by the account that is signed in, or with a registration token. */
type Means = "account" | "token";

export const emptyRunnerForm: RunnerForm = {
  description: "",
  tags: "",
  timeout: "",
  runUntagged: true,
  locked: false,
  isProtected: false,
  paused: false,
};

/** First version on which accounts create runners; registration tokens are deprecated from 15.6 on. */
const createsSince = [15, 11] as const;

/** Returns what a service of this version offers; an account where the version is hidden. */
export function meansOf(version: string | null): Means {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  if (major === undefined) return "account";
  const [wantedMajor, wantedMinor] = createsSince;
  const isNew =
    Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor);
  return isNew ? "account" : "token";
}

type Settings = Omit<InputOf<typeof createRunner>, "runner_type" | "group_id" | "project_id" | "paused">;

/** Returns the settings of a form, without the service's defaults. */
export function toSettings(form: RunnerForm): Settings {
  const tags = parseTags(form.tags);
  const minutes = form.timeout.trim();
  return {
    description: form.description || undefined,
    tag_list: tags.length > 0 ? tags : undefined,
    run_untagged: form.runUntagged,
    locked: form.locked,
    access_level: form.isProtected ? "ref_protected" : "not_protected",
    maximum_timeout: minutes ? Math.round(Number(minutes) * 60) : undefined,
  };
}

interface RegisterDialogProps {
  readonly account: string;
  readonly project: string | undefined;
  readonly onClose: () => void;
}

interface Registered {
  readonly id: number;
  readonly token: string;
  readonly name: string;
}

/** The stored draft; registration tokens are never stored. */
const drafts = createStoredValues("drafts", "new-runner", emptyRunnerForm);

const meansLabels = [
  { value: "account", label: "Create as yourself" },
  { value: "token", label: "Registration token" },
] as const;

/** Creates a runner as the account's user or with a registration token, then shows the runner's own token, once. */
export function RegisterDialog({ account, project, onClose }: RegisterDialogProps) {
  const { url = "", check } = useAccount(account) ?? {};
  const isAdmin = check?.user.is_admin === true;
  const key = `${account} ${project ?? ""}`;
  const { value: form } = useStoredValue(drafts, key);
  const set = (patch: Partial<RunnerForm>) => drafts.change(key, (now) => ({ ...now, ...patch }));
  const [means, setMeans] = useState<Means>(() => meansOf(check?.version ?? null));
  const [owner, setOwner] = useState(project ? "project" : isAdmin ? "instance" : "");
  const [registrationToken, setRegistrationToken] = useState("");
  const [made, setMade] = useState<Registered | null>(null);
  const [isTaken, setTaken] = useState(false);
  const createWithAccount = useWrite(createRunner);
  const register = useWrite(registerRunner);
  const shown = useOperation(getProject, project ? { id: project } : null).data;
  const known = shown?.runners_token;
  const errors = checkRunnerForm(form);
  const isNamed = means === "token" ? registrationToken.trim() !== "" : owner !== "";
  const isReady = owner !== "project" || means === "token" || shown !== undefined;
  const isValid = isNamed && isReady && Object.keys(errors).length === 0;
  const create = () => {
    const settings = { ...toSettings(form), ...(form.paused ? { paused: true } : {}) };
    if (owner === "instance") return createWithAccount({ ...settings, runner_type: "instance_type" });
    if (owner !== "project")
      return createWithAccount({ ...settings, runner_type: "group_type", group_id: Number(owner) });
    return createWithAccount({ ...settings, runner_type: "project_type", project_id: shown?.id });
  };
  const submission = useSubmit(
    async () => {
      const { id, token } = await (means === "account"
        ? create()
        : register({
            ...toSettings(form),
            token: registrationToken.trim(),
            active: form.paused ? false : undefined,
          }));
      setMade({ id, token, name: form.description || `runner-${id}` });
      drafts.change(key, () => emptyRunnerForm);
    },
    { explain: (failure) => explain(failure, means) },
  );
  const close = async () => {
    const isSure =
      made === null ||
      isTaken ||
      (await confirm({
        title: "Close without copying the token?",
        description: "The token is shown only now. Without it the runner cannot take jobs.",
        confirmLabel: "Close",
        sends: false,
      }));
    if (isSure) onClose();
  };
  if (made) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && void close()}
        title="Runner registered"
        actions={
          <Button variant="primary" onClick={() => void close()}>
            Done
          </Button>
        }
      >
        <NewRunnerToken runner={{ ...made, url }} onTaken={() => setTaken(true)} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Register runner"
      submitLabel="Register runner"
      submission={submission}
      isReady={isValid}
    >
      <div className={flow.stackStart}>
        <span className={layout.strong} aria-hidden>
          Method
        </span>
        <SegmentedControl
          label="Method"
          value={means}
          onChange={(next) => {
            setMeans(next);
            submission.reset();
          }}
          options={meansLabels}
        />
      </div>
      {means === "account" ? (
        <RunnerOwner project={project} isAdmin={isAdmin} value={owner} onChange={setOwner} />
      ) : (
        <TextField
          label="Registration token"
          type="password"
          mono
          hint="From the instance, a group or a project. It decides where the runner can be used."
          value={registrationToken}
          onChange={setRegistrationToken}
          autoFocus
        />
      )}
      {means === "token" && known && registrationToken !== known ? (
        <div>
          <Button onClick={() => setRegistrationToken(known)}>Use this project's token</Button>
        </div>
      ) : null}
      <RunnerFormFields form={form} errors={errors} onChange={set} />
    </FormDialog>
  );
}

/** Describes a refused registration. Services since 16.0 may no longer accept registration tokens (410). */
function explain(errorState: DescribedProblem, means: Means): DescribedProblem {
  if (errorState.kind === "missing") {
    return means === "token"
      ? {
          ...errorState,
          title: "This service no longer takes registration tokens",
          message: "Choose “Create as yourself” above: nothing that you filled in is lost.",
        }
      : {
          ...errorState,
          title: "This service cannot create runners this way",
          message: "Versions before 15.11 need a registration token: choose it above.",
        };
  }
  if (errorState.kind !== "forbidden") return errorState;
  return means === "token"
    ? {
        ...errorState,
        title: "The registration token was refused",
        message: "It is mistyped, was reset, or registration with it is switched off.",
      }
    : {
        ...errorState,
        title: "You may not create runners here",
        message:
          "Project runners are created by maintainers, group runners by owners, others by administrators.",
      };
}

interface RunnerOwnerProps {
  readonly project: string | undefined;
  readonly isAdmin: boolean;
  /** `instance`, `project`, the id of a group, or empty where nothing was chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Chooses where a new runner works: a project, a group that the account owns, or the whole instance. */
function RunnerOwner({ project, isAdmin, value, onChange }: RunnerOwnerProps) {
  const groups = useOperation(listGroups, { owned: true, per_page: 100 });
  const options = [
    ...(project ? [{ value: "project", label: project, description: "This project" }] : []),
    ...(isAdmin
      ? [{ value: "instance", label: "The whole instance", description: "Jobs of every project" }]
      : []),
    ...(groups.data ?? []).map(({ id, full_path }) => ({
      value: String(id),
      label: full_path,
      description: "Group",
    })),
  ];
  return (
    <Select
      label="Runs jobs of"
      hint={
        options.length === 0 && !groups.isPending
          ? "Open the runners of a project that you maintain: you own no group."
          : undefined
      }
      value={value}
      onChange={onChange}
      options={options}
    />
  );
}
