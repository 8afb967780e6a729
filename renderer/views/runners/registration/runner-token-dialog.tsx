import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { deleteRunnerByToken, verifyRunner } from "../../../../shared/api/resources/runners.ts";
import type { DescribedProblem } from "../../../api/describe-problem.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { confirm } from "../../../ui/confirm.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import styles from "./registration.module.css";

interface RunnerTokenDialogProps {
  readonly purpose: "verify" | "delete";
  readonly onClose: () => void;
}

const words = {
  verify: { title: "Verify a runner's token", verb: "Verify" },
  delete: { title: "Delete a runner by its token", verb: "Delete runner…" },
} as const;

/** Dialog for a runner's own token, which verifies the token or deletes the runner. */
export function RunnerTokenDialog({ purpose, onClose }: RunnerTokenDialogProps) {
  const [token, setToken] = useState("");
  const [isValid, setValid] = useState(false);
  const write = useWrite();
  const { title, verb } = words[purpose];
  const verify = async () => {
    await write(verifyRunner, { token: token.trim() });
    setValid(true);
  };
  const remove = async () => {
    const isSure = await confirm({
      title: "Delete the runner of this token?",
      description: "Its machine takes no further jobs and has to be registered again. This cannot be undone.",
      confirmLabel: "Delete runner",
      danger: true,
    });
    if (!isSure) return;
    await write(deleteRunnerByToken, { token: token.trim() });
    toast.success("Runner deleted");
    onClose();
  };
  const submission = useSubmit(
    async () => {
      setValid(false);
      await (purpose === "verify" ? verify() : remove());
    },
    { explain },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      submitLabel={verb}
      cancelLabel={isValid ? "Close" : "Cancel"}
      danger={purpose === "delete"}
      submission={submission}
      isReady={token.trim() !== ""}
    >
      <TextField
        label="Runner token"
        type="password"
        mono
        hint="The token in the runner's config.toml, not the registration token"
        value={token}
        onChange={(next) => {
          setToken(next);
          setValid(false);
          submission.reset();
        }}
        autoFocus
      />
      {isValid ? (
        <p role="status" className={styles.valid}>
          <Icon of={CircleCheck} /> The token is valid.
        </p>
      ) : null}
    </FormDialog>
  );
}

function explain(errorState: DescribedProblem): DescribedProblem {
  if (errorState.kind !== "forbidden") return errorState;
  return { ...errorState, title: "The token is not valid", message: "No runner of this service has it." };
}
