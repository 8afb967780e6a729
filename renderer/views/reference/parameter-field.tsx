import type { ParameterReference } from "../../../shared/api/contract/reference.ts";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { fieldKind } from "./form-values.ts";

interface ParameterFieldProps {
  readonly parameter: ParameterReference;
  readonly value: string;
  /** Error, which follows the parameter's name in a sentence. */
  readonly wrong: string | undefined;
  readonly onChange: (value: string) => void;
}

const notSent = { value: "", label: "not sent" };

/** A field that suits a parameter: a choice where the values are known, JSON where it is a list or object. */
export function ParameterField({ parameter, value, wrong, onChange }: ParameterFieldProps) {
  const { name, required, values, type } = parameter;
  const label = required ? `${name} *` : name;
  const kind = fieldKind(parameter);
  const text = { label, value, onChange, error: wrong ? `${name} ${wrong}` : undefined };
  if (kind === "check") {
    return (
      <Select
        {...text}
        options={[notSent, { value: "true", label: "true" }, { value: "false", label: "false" }]}
      />
    );
  }
  if (kind === "choice") {
    return <Select {...text} options={[notSent, ...values.map((each) => ({ value: each, label: each }))]} />;
  }
  if (kind === "json") return <TextArea {...text} mono rows={3} placeholder={`${type}, as JSON`} />;
  if (kind === "file") return <TextField {...text} disabled hint="Files are sent from their own view." />;
  return <TextField {...text} mono placeholder={type} inputMode={kind === "number" ? "numeric" : "text"} />;
}
