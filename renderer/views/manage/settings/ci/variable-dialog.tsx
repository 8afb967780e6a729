import { useState } from "react";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import {
  createVariable,
  updateVariable,
  type Variable,
} from "../../../../../shared/api/resources/variables.ts";
import { useSubmit } from "../../../../api/use-submit.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { useFormDraft } from "../../../../state/form-draft.ts";
import { RevealButton } from "../../../../ui/buttons/reveal-button.tsx";
import { Checkbox } from "../../../../ui/forms/checkbox.tsx";
import { Select } from "../../../../ui/forms/select.tsx";
import { TextField } from "../../../../ui/forms/text-field.tsx";
import { DraftDialog } from "../../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { TextArea } from "../../../../ui/text-completion/text-area.tsx";
import styles from "../settings-lists.module.css";

/** Scope of a variable that every job gets. */
const everyScope = "*";

/** Returns the jobs of a scope in words. */
export const scopeText = (scope: string): string =>
  scope === everyScope ? "All environments" : `Environment ${scope}`;

/** Returns the key of the draft of a variable, a new one where none is given. */
export const variableDraftKey = (account: string, project: Project, variable?: Variable): string =>
  `variable ${JSON.stringify([account, project.path_with_namespace, variable?.key, variable?.environment_scope])}`;

const types = [
  { value: "env_var", label: "Variable", description: "Jobs get the value" },
  { value: "file", label: "File", description: "Jobs get the path of a file with the value" },
] as const;

const isKey = (key: string): boolean => /^\w*$/.test(key);
/** Returns whether a value can be found in logs and replaced: one line of at least eight characters, without spaces. */
const isMaskable = (value: string): boolean => /^\S{8,}$/.test(value);

/** `1` and nothing: drafts are texts. */
const toText = (on: boolean | undefined): string => (on ? "1" : "");

interface VariableDialogProps {
  readonly account: string;
  readonly project: Project;
  /** The one that is edited; a new one is added where it is left out. */
  readonly variable?: Variable;
  readonly onClose: () => void;
}

/** Adds or changes a variable. The draft is stored until then, without the value. */
export function VariableDialog({ account, project, variable, onClose }: VariableDialogProps) {
  const create = useWrite(createVariable);
  const update = useWrite(updateVariable);
  const known = variable?.value ?? "";
  const [value, setValue] = useState(known);
  const draft = useFormDraft(variableDraftKey(account, project, variable), {
    key: variable?.key ?? "",
    type: variable?.variable_type ?? "env_var",
    scope: variable?.environment_scope ?? everyScope,
    description: variable?.description ?? "",
    // Most are secrets.
    masked: toText(variable ? variable.masked : true),
    protected: toText(variable?.protected),
    raw: toText(variable?.raw),
  });
  const { key, type, scope, description } = draft.fields;
  const isMasked = draft.fields.masked !== "";
  const isHidden = variable !== undefined && (variable.value === null || variable.value === undefined);
  const isSame = variable !== undefined && value === known;
  const problems = {
    key: isKey(key) ? undefined : "A key has only letters, digits and _.",
    value:
      isHidden && isSame && !isMasked && variable.masked
        ? "Enter a new value: the hidden one cannot be shown."
        : isMasked && !(isHidden && isSame) && !isMaskable(value)
          ? "A masked value is one line of at least 8 characters without spaces."
          : undefined,
  };
  const isReady =
    key !== "" && scope.trim() !== "" && problems.key === undefined && problems.value === undefined;
  const submission = useSubmit(
    async () => {
      const settings = {
        variable_type: type === "file" ? "file" : "env_var",
        environment_scope: scope.trim(),
        protected: draft.fields.protected !== "",
        masked: isMasked,
        raw: draft.fields.raw !== "",
        description: description.trim(),
      } as const;
      if (variable) {
        const filter = { environment_scope: variable.environment_scope };
        await update({ id: project.id, key, filter, ...(isSame ? {} : { value }), ...settings });
        toast.success(`Saved ${key}`);
      } else {
        await create({ id: project.id, key, value, ...settings });
        toast.success(`Added ${key}`);
      }
      draft.clear();
      onClose();
    },
    { fields: ["key", "value", "environment_scope"] },
  );
  return (
    <DraftDialog
      onClose={onClose}
      title={variable ? `Edit ${variable.key}` : "Add variable"}
      submitLabel={variable ? "Save" : "Add variable"}
      draft={draft}
      draftName={variable ? `changes to ${key}` : "variable draft"}
      submission={submission}
      isReady={isReady}
    >
      {variable ? null : (
        <TextField
          label="Key"
          mono
          value={key}
          onChange={(next) => draft.change({ key: next })}
          autoFocus
          maxLength={255}
          placeholder="DEPLOY_TOKEN"
          error={submission.errorOf("key") ?? problems.key}
        />
      )}
      <Select
        label="Type"
        value={type === "file" ? "file" : "env_var"}
        options={types}
        onChange={(next) => draft.change({ type: next })}
      />
      <ValueField
        value={value}
        onValue={setValue}
        hint={
          isHidden
            ? "The service never shows it again. Leave empty to keep it."
            : "Sent to the service alone: Helve does not store it."
        }
        // Nothing typed yet is no mistake.
        error={submission.errorOf("value") ?? (value === "" && !isHidden ? undefined : problems.value)}
      />
      <TextField
        label="Environments"
        value={scope}
        onChange={(next) => draft.change({ scope: next })}
        maxLength={255}
        hint="A name such as production, or a pattern such as review/*. * is every job."
        error={submission.errorOf("environment_scope")}
      />
      <Checkbox
        label="Masked"
        description="Replaced by [MASKED] in what jobs print"
        checked={isMasked}
        onChange={(on) => draft.change({ masked: toText(on) })}
      />
      <Checkbox
        label="Protected"
        description="Only for jobs of protected branches"
        checked={draft.fields.protected !== ""}
        onChange={(on) => draft.change({ protected: toText(on) })}
      />
      <Checkbox
        label="Expand variables in it"
        description="$NAME in the value stands for another variable"
        checked={draft.fields.raw === ""}
        onChange={(on) => draft.change({ raw: toText(!on) })}
      />
      <TextField
        label="Description"
        value={description}
        onChange={(next) => draft.change({ description: next })}
        maxLength={255}
        hint="May be left empty."
      />
    </DraftDialog>
  );
}

interface ValueFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint: string;
  readonly error: string | undefined;
}

/** Text of several lines whose characters are dots until they are shown. */
function ValueField({ value, onValue, hint, error }: ValueFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.secret} data-shown={isShown || undefined}>
      <TextArea
        label="Value"
        mono
        value={value}
        onChange={onValue}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        hint={hint}
        error={error}
      />
      <RevealButton what="value" isShown={isShown} onChange={setShown} />
    </div>
  );
}
