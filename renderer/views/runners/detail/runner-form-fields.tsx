import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import layout from "../../../ui/theme/layout.module.css";
import type { RunnerForm, RunnerFormErrors } from "./runner-edit.ts";

interface RunnerFormFieldsProps {
  readonly form: RunnerForm;
  readonly errors: RunnerFormErrors;
  readonly onChange: (patch: Partial<RunnerForm>) => void;
  readonly autoFocus?: boolean;
}

/** The settings of a runner, of a new one too. */
export function RunnerFormFields({ form, errors, onChange, autoFocus = false }: RunnerFormFieldsProps) {
  return (
    <>
      <TextField
        label="Description"
        value={form.description}
        onChange={(description) => onChange({ description })}
        autoFocus={autoFocus}
      />
      <TextField
        label="Tags"
        hint="Separated by commas"
        error={errors.tags}
        value={form.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <TextField
        label="Maximum timeout"
        hint="Leave empty for no limit"
        error={errors.timeout}
        suffix={<span className={layout.note}>minutes</span>}
        inputMode="numeric"
        value={form.timeout}
        onChange={(timeout) => onChange({ timeout })}
      />
      <Checkbox
        label="Run untagged jobs"
        checked={form.runUntagged}
        onChange={(runUntagged) => onChange({ runUntagged })}
      />
      <Checkbox
        label="Protected branches and tags only"
        checked={form.isProtected}
        onChange={(isProtected) => onChange({ isProtected })}
      />
      <Checkbox
        label="Locked"
        description="Cannot be enabled for further projects"
        checked={form.locked}
        onChange={(locked) => onChange({ locked })}
      />
      <Checkbox
        label="Paused"
        description="Takes no new jobs; running jobs continue"
        checked={form.paused}
        onChange={(paused) => onChange({ paused })}
      />
    </>
  );
}
