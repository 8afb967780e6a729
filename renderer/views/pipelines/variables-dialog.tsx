import { Pencil, Plus, Trash2, Variable as VariableIcon } from "lucide-react";
import { useState } from "react";
import {
  createVariable,
  deleteVariable,
  listVariables,
  updateVariable,
  type Variable,
} from "../../../shared/api/resources/variables.ts";
import { describeProblem, failureOf } from "../../api/describe-problem.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import layout from "../../ui/theme/layout.module.css";
import styles from "./pipelines.module.css";

interface VariablesDialogProps {
  readonly project: string;
  readonly onClose: () => void;
}

/** The CI variables of a project, without their values, which are write-only. */
export function VariablesDialog({ project, onClose }: VariablesDialogProps) {
  const variables = useOperationAll(listVariables, { id: project, per_page: 100 });
  const [edited, setEdited] = useState<Variable | "new" | null>(null);
  const write = useWrite(deleteVariable);
  const remove = async ({ key }: Variable) => {
    const isDone = await confirm({
      title: `Delete ${key}?`,
      description: "Jobs that start from now on run without it. Its value cannot be shown again.",
      confirmLabel: "Delete variable",
      danger: true,
      failureTitle: `${key} was not deleted`,
      attempt: () => failureOf(write({ id: project, key })),
    });
    if (isDone) toast.success(`Deleted ${key}`);
  };
  if (edited) {
    return (
      <VariableForm
        project={project}
        variable={edited === "new" ? null : edited}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="CI variables"
      description="Jobs of this project get them in their environment. Values are never shown again."
      size="l"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
            Add variable
          </Button>
        </>
      }
    >
      {variables.isPending ? (
        <Skeleton lines={4} height={32} label="Loading variables" />
      ) : variables.error && !variables.data ? (
        <ErrorState compact {...describeProblem(variables.error)} onRetry={() => void variables.refetch()} />
      ) : variables.data?.length === 0 ? (
        <EmptyState
          compact
          icon={VariableIcon}
          title="No variables"
          description="Add what jobs need and the repository must not contain, such as a token."
        />
      ) : (
        <ul className={styles.list} aria-label="Variables">
          {variables.data?.map((variable) => (
            <li key={variable.key} className={styles.row}>
              <span className={styles.text}>
                <code className={layout.ellipsis}>{variable.key}</code>
                {variable.description ? <span className={layout.meta}>{variable.description}</span> : null}
              </span>
              {variable.variable_type === "file" ? <Badge>File</Badge> : null}
              {variable.masked ? <Badge>Masked</Badge> : null}
              {variable.protected ? <Badge>Protected</Badge> : null}
              <IconButton
                size="s"
                icon={Pencil}
                label={`Edit ${variable.key}`}
                onClick={() => setEdited(variable)}
              />
              <IconButton
                writes
                size="s"
                icon={Trash2}
                label={`Delete ${variable.key}`}
                onClick={() => void remove(variable)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface VariableFormProps {
  readonly project: string;
  /** Null for a new one. */
  readonly variable: Variable | null;
  readonly onClose: () => void;
}

/** Adds a variable or changes one. The value is never stored as a draft. */
function VariableForm({ project, variable, onClose }: VariableFormProps) {
  const add = useWrite(createVariable);
  const change = useWrite(updateVariable);
  const [key, setKey] = useState(variable?.key ?? "");
  const [value, setValue] = useState("");
  const [description, setDescription] = useState(variable?.description ?? "");
  const [isMasked, setMasked] = useState(variable?.masked ?? true);
  const [isProtected, setProtected] = useState(variable?.protected ?? false);
  const [isFile, setFile] = useState(variable?.variable_type === "file");
  const [isExpanded, setExpanded] = useState(variable?.raw === false);
  const keyError =
    key === "" || /^\w{1,255}$/.test(key) ? undefined : "Only letters, digits and underscores.";
  const isUnmasked = variable?.masked === true && !isMasked;
  const valueError =
    isMasked && value !== "" && !/^\S{8,}$/.test(value)
      ? "A masked value is one word of at least 8 characters."
      : undefined;
  const isIncomplete = key === "" || (value === "" && (variable === null || isUnmasked));

  const submission = useSubmit(async () => {
    const fields = {
      variable_type: isFile ? "file" : "env_var",
      masked: isMasked,
      protected: isProtected,
      raw: !isExpanded,
      description,
    } as const;
    if (variable) {
      await change({ id: project, key, ...fields, value: value || undefined });
    } else {
      const hidden = isMasked ? { masked_and_hidden: true } : {};
      await add({ id: project, key, value, ...fields, ...hidden });
    }
    toast.success(variable ? `Changed ${key}` : `Added ${key}`);
    onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      title={variable ? `Edit ${variable.key}` : "Add variable"}
      size="l"
      submitLabel={variable ? "Save changes" : "Add variable"}
      submission={submission}
      autoComplete="off"
      isReady={!isIncomplete && keyError === undefined && valueError === undefined}
      failureTitle="The variable was not saved"
    >
      <TextField
        label="Key"
        mono
        value={key}
        onChange={setKey}
        error={keyError}
        disabled={variable !== null}
        autoFocus={variable === null}
        spellCheck={false}
      />
      <TextArea
        label={variable ? "New value" : "Value"}
        rows={3}
        value={value}
        onChange={setValue}
        error={valueError}
        hint={
          isUnmasked
            ? "Enter a new value to remove the mask."
            : variable
              ? "Leave empty to keep the current one."
              : undefined
        }
        spellCheck={false}
      />
      <TextField label="Description" value={description} onChange={setDescription} maxLength={255} />
      <Checkbox
        label="Masked"
        description="Replaced by [MASKED] in what jobs print."
        checked={isMasked}
        onChange={setMasked}
      />
      <Checkbox
        label="Protected"
        description="Only for jobs of protected branches."
        checked={isProtected}
        onChange={setProtected}
      />
      <Checkbox
        label="File"
        description="Jobs get the path of a file with this value."
        checked={isFile}
        onChange={setFile}
      />
      <Checkbox
        label="Expand references"
        description="$NAME in the value refers to another variable."
        checked={isExpanded}
        onChange={setExpanded}
      />
    </FormDialog>
  );
}
