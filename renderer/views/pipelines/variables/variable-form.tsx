import { useState } from "react";
import { createVariable, updateVariable, type Variable } from "../../../../shared/api/resources/variables.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";

interface VariableFormProps {
  readonly project: string;
  /** Null for a new one. */
  readonly variable: Variable | null;
  readonly onClose: () => void;
}

/** Adds a variable or changes one. The value is never stored as a draft. */
export function VariableForm({ project, variable, onClose }: VariableFormProps) {
  const write = useWrite();
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
      await write(updateVariable, { id: project, key, ...fields, ...(value === "" ? {} : { value }) });
    } else {
      const hidden = isMasked ? { masked_and_hidden: true } : {};
      await write(createVariable, { id: project, key, value, ...fields, ...hidden });
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
