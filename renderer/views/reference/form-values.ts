import type { ParameterReference } from "../../../shared/api/contract/reference.ts";

/** Values typed into a form, by parameter; absent or empty ones are not sent. */
export type FormValues = Readonly<Record<string, string>>;

/** The kind of a parameter's field. */
type FieldKind = "text" | "number" | "choice" | "check" | "json" | "file";

/** Returns the kind of form field in which a parameter is entered. */
export function fieldKind({ type, values }: ParameterReference): FieldKind {
  if (type === "true or false") return "check";
  if (type === "file") return "file";
  if (type.startsWith("list") || type.startsWith("object")) return "json";
  if (values.length > 0 && type === "text") return "choice";
  return type === "integer" || type === "number" ? "number" : "text";
}

/** An input of the operation, or which fields cannot be read at all. */
type ReadForm =
  | { readonly input: Readonly<Record<string, unknown>> }
  | { readonly wrong: Readonly<Record<string, string>> };

/** Reads a form: numbers and JSON out of their texts. The values are validated afterwards. */
export function readForm(parameters: readonly ParameterReference[], values: FormValues): ReadForm {
  const input: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const parameter of parameters) {
    const text = values[parameter.name];
    if (text === undefined || text === "") continue;
    const kind = fieldKind(parameter);
    if (kind === "check") input[parameter.name] = text === "true";
    else if (kind === "number") {
      const number = Number(text);
      if (Number.isNaN(number)) wrong[parameter.name] = "is not a number";
      else input[parameter.name] = number;
    } else if (kind === "json") {
      const read = readJson(parameter, text);
      if (read === undefined) wrong[parameter.name] = "is not valid JSON";
      else input[parameter.name] = read;
    } else if (/integer/.test(parameter.type) && /^\d+$/.test(text)) input[parameter.name] = Number(text);
    else input[parameter.name] = text;
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { input };
}

/** JSON, or for a list of texts or numbers comma-separated values. */
function readJson({ type }: ParameterReference, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (type === "list of text") return text.split(",").map((part) => part.trim());
    if (type === "list of integer") return text.split(",").map(Number);
    return undefined;
  }
}
