import { useState } from "react";
import { getProject } from "../../../../shared/api/projects.ts";
import { registerRunner } from "../../../../shared/api/runners.ts";
import { describeProblem, type ProblemLooks } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useAccount } from "../../../state/host-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { parseTags } from "../bulk/tags.ts";
import { checkForm } from "../detail/runner-edit.ts";
import { NewToken } from "./new-token.tsx";
import styles from "./registration.module.css";

interface RegisterDialogProps {
  readonly account: string;
  readonly project: string | undefined;
  readonly onClose: () => void;
}

const empty = {
  token: "",
  description: "",
  tags: "",
  timeout: "",
  runUntagged: true,
  locked: false,
  isProtected: false,
  paused: false,
};

interface Registered {
  readonly id: number;
  readonly token: string;
  readonly name: string;
}

/** Registers a runner with a registration token, then shows the runner's own token, once. */
export function RegisterDialog({ account, project, onClose }: RegisterDialogProps) {
  const [form, setForm] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ProblemLooks | null>(null);
  const [made, setMade] = useState<Registered | null>(null);
  const [isTaken, setTaken] = useState(false);
  const write = useWrite();
  const url = useAccount(account)?.url ?? "";
  const known = useOperation(getProject, project ? { id: project } : null).data?.runners_token;
  const set = (patch: Partial<typeof empty>) => setForm((now) => ({ ...now, ...patch }));
  const errors = checkForm(form);
  const isValid = form.token.trim() !== "" && Object.keys(errors).length === 0;
  const register = async () => {
    setBusy(true);
    setFailure(null);
    const { description } = form;
    const tags = parseTags(form.tags);
    try {
      const { id, token } = await write(registerRunner, {
        token: form.token.trim(),
        ...(description ? { description } : {}),
        ...(tags.length > 0 ? { tag_list: tags } : {}),
        run_untagged: form.runUntagged,
        locked: form.locked,
        access_level: form.isProtected ? "ref_protected" : "not_protected",
        ...(form.timeout.trim() ? { maximum_timeout: Math.round(Number(form.timeout) * 60) } : {}),
        ...(form.paused ? { active: false } : {}),
      });
      setForm(empty);
      setMade({ id, token, name: description || `runner-${id}` });
    } catch (error) {
      setFailure(explain(describeProblem(error)));
    } finally {
      setBusy(false);
    }
  };
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
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && void close()}
      title={made ? "Runner registered" : "Register runner"}
      actions={
        made ? (
          <Button variant="primary" onClick={() => void close()}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" loading={busy} disabled={!isValid} onClick={() => void register()}>
              Register runner
            </Button>
          </>
        )
      }
    >
      {made ? (
        <NewToken runner={{ ...made, url }} onTaken={() => setTaken(true)} />
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isValid && !busy) void register();
          }}
        >
          <TextField
            label="Registration token"
            type="password"
            mono
            hint="Of the instance, a group or a project: it decides where the runner works"
            value={form.token}
            onChange={(token) => set({ token })}
            autoFocus
          />
          {known && form.token !== known ? (
            <Button size="s" onClick={() => set({ token: known })}>
              Use this project's token
            </Button>
          ) : null}
          <TextField
            label="Description"
            value={form.description}
            onChange={(description) => set({ description })}
          />
          <TextField
            label="Tags"
            hint="Separated by commas"
            error={errors.tags}
            value={form.tags}
            onChange={(tags) => set({ tags })}
          />
          <TextField
            label="Maximum timeout"
            hint="Empty for no limit"
            error={errors.timeout}
            suffix={<span className={styles.muted}>minutes</span>}
            inputMode="numeric"
            value={form.timeout}
            onChange={(timeout) => set({ timeout })}
          />
          <Checkbox
            label="Run untagged jobs"
            checked={form.runUntagged}
            onChange={(runUntagged) => set({ runUntagged })}
          />
          <Checkbox
            label="Protected branches and tags only"
            checked={form.isProtected}
            onChange={(isProtected) => set({ isProtected })}
          />
          <Checkbox
            label="Locked to its project"
            checked={form.locked}
            onChange={(locked) => set({ locked })}
          />
          <Checkbox label="Start paused" checked={form.paused} onChange={(paused) => set({ paused })} />
          {failure ? <ErrorState compact {...failure} /> : null}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      )}
    </Dialog>
  );
}

/** A refusal of the token, in the words of what was tried. Services since 16.0 may have given registration tokens up (410). */
function explain(looks: ProblemLooks): ProblemLooks {
  if (looks.kind === "missing") {
    return {
      ...looks,
      title: "This service no longer takes registration tokens",
      message: "Create the runner on the service's own page, then verify its token here.",
    };
  }
  if (looks.kind !== "forbidden") return looks;
  return {
    ...looks,
    title: "The registration token was refused",
    message: "It is mistyped, was reset, or registration with it is switched off.",
  };
}
