import { useState } from "react";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { createRunner, registerRunner } from "../../../../shared/api/resources/runners.ts";
import type { DescribedProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useAccount } from "../../../state/host-state.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import flow from "../../../ui/flow.module.css";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import layout from "../../../ui/layout.module.css";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { checkRunnerForm, type RunnerForm, runnerForm } from "../detail/runner-edit.ts";
import { RunnerFormFields } from "../detail/runner-form-fields.tsx";
import { emptyRunnerForm, type Means, meansOf, toSettings } from "./new-runner.ts";
import { NewToken } from "./new-token.tsx";
import { RunnerOwner } from "./runner-owner.tsx";

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
const drafts = createStoredValues("drafts", "new-runner", runnerForm, emptyRunnerForm);

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
  const write = useWrite();
  const shown = useOperation(getProject, project ? { id: project } : null).data;
  const known = shown?.runners_token;
  const errors = checkRunnerForm(form);
  const isNamed = means === "token" ? registrationToken.trim() !== "" : owner !== "";
  const isReady = owner !== "project" || means === "token" || shown !== undefined;
  const isValid = isNamed && isReady && Object.keys(errors).length === 0;
  const create = () => {
    const settings = { ...toSettings(form), ...(form.paused ? { paused: true } : {}) };
    if (owner === "instance") return write(createRunner, { ...settings, runner_type: "instance_type" });
    if (owner !== "project")
      return write(createRunner, { ...settings, runner_type: "group_type", group_id: Number(owner) });
    return write(createRunner, { ...settings, runner_type: "project_type", project_id: shown?.id });
  };
  const submission = useSubmit(
    async () => {
      const { id, token } = await (means === "account"
        ? create()
        : write(registerRunner, {
            ...toSettings(form),
            token: registrationToken.trim(),
            ...(form.paused ? { active: false } : {}),
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
        <NewToken runner={{ ...made, url }} onTaken={() => setTaken(true)} />
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
        <RunnerOwner {...{ project, isAdmin }} value={owner} onChange={setOwner} />
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
      <RunnerFormFields {...{ form, errors }} onChange={set} />
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
