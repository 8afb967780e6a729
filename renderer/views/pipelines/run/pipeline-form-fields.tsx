import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import type { createPipeline } from "../../../../shared/api/resources/pipelines.ts";
import {
  type FormInput,
  type FormVariable,
  inputProblem,
  type PipelineForm,
  valueOfInput,
} from "../../../../shared/ci/form-inputs.ts";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import styles from "../pipelines.module.css";

type Texts = Readonly<Record<string, string>>;

/** Returns the text of a field: what was typed, or what the configuration has. */
const textOf = (name: string, initial: string | null, typed: Texts): string =>
  Object.hasOwn(typed, name) ? (typed[name] ?? "") : (initial ?? "");

/** Returns whether all inputs have values that they can have. */
export const areInputsRight = (form: PipelineForm | undefined, typed: Texts): boolean =>
  (form?.inputs ?? []).every(
    (input) => inputProblem(input, textOf(input.name, input.initial, typed)) === null,
  );

/** Returns the inputs whose values are not their defaults, as operations take them; undefined for none. */
export function inputsToSend(
  form: PipelineForm | undefined,
  typed: Texts,
): InputOf<typeof createPipeline>["inputs"] {
  const changed = (form?.inputs ?? []).flatMap(({ name, type, initial }) => {
    const text = textOf(name, initial, typed);
    return text === initial ? [] : [[name, valueOfInput(type, text)] as const];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** Returns the described variables, as operations take them: real services send those that their form shows. */
export const describedVariables = (form: PipelineForm | undefined, typed: Texts) =>
  (form?.variables ?? []).map(({ key, initial }) => ({ key, value: textOf(key, initial, typed) }));

interface PipelineFormFieldsProps {
  readonly form: PipelineForm;
  /** Texts of the inputs that were typed, by name. */
  readonly inputs: Texts;
  readonly onInput: (name: string, text: string) => void;
  /** The same of the variables. */
  readonly variables: Texts;
  readonly onVariable: (key: string, text: string) => void;
}

/** Fields for the inputs and the described variables of a configuration. */
export function PipelineFormFields({
  form,
  inputs,
  onInput,
  variables,
  onVariable,
}: PipelineFormFieldsProps) {
  return (
    <>
      {form.problem === null ? null : (
        <p className={styles.unread} role="status">
          Inputs and variables of .gitlab-ci.yml were not read. {form.problem}
        </p>
      )}
      {form.inputs.length > 0 ? (
        <fieldset className={styles.declared}>
          <legend className={styles.label}>Inputs</legend>
          {form.inputs.map((input) => (
            <InputField
              key={input.name}
              input={input}
              text={textOf(input.name, input.initial, inputs)}
              onChange={(text) => onInput(input.name, text)}
            />
          ))}
        </fieldset>
      ) : null}
      {form.variables.length > 0 ? (
        <fieldset className={styles.declared}>
          <legend className={styles.label}>Variables of .gitlab-ci.yml</legend>
          {form.variables.map((variable) => (
            <VariableField
              key={variable.key}
              variable={variable}
              text={textOf(variable.key, variable.initial, variables)}
              onChange={(text) => onVariable(variable.key, text)}
            />
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

interface InputFieldProps {
  readonly input: FormInput;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const truths = [
  { value: "true", label: "true" },
  { value: "false", label: "false" },
];

/** The control for an input by its type: a choice, a checkbox, a number or a text. */
function InputField({ input, text, onChange }: InputFieldProps) {
  const { name, type, description, options, regex, initial } = input;
  const isRequired = initial === null;
  const hint = [
    isRequired ? "Required." : "",
    description,
    type === "array" ? "A list as JSON." : "",
    regex === null ? "" : `Matches ${regex}`,
  ]
    .filter(Boolean)
    .join(" ");
  if (type === "boolean" && !isRequired) {
    return (
      <Checkbox
        label={<bdi>{name}</bdi>}
        description={hint || undefined}
        checked={text === "true"}
        onChange={(next) => onChange(String(next))}
      />
    );
  }
  const choices = type === "boolean" ? truths : options?.map((value) => ({ value, label: value }));
  if (choices) {
    return (
      <Select
        label={name}
        hint={hint || undefined}
        value={choices.some(({ value }) => value === text) ? text : null}
        options={choices}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      label={name}
      hint={hint || undefined}
      mono
      value={text}
      required={isRequired || type !== "string"}
      inputMode={type === "number" ? "decimal" : undefined}
      error={text === "" ? undefined : (inputProblem(input, text) ?? undefined)}
      onChange={onChange}
    />
  );
}

interface VariableFieldProps {
  readonly variable: FormVariable;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function VariableField({ variable: { key, description, options }, text, onChange }: VariableFieldProps) {
  return options ? (
    <Select
      label={key}
      hint={description}
      value={options.includes(text) ? text : null}
      options={options.map((value) => ({ value, label: value }))}
      onChange={onChange}
    />
  ) : (
    <TextField label={key} hint={description} mono value={text} onChange={onChange} />
  );
}
