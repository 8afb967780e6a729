/** An input of a configuration, as a form asks for it. */
export interface FormInput {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "array";
  readonly description: string;
  /** Texts that it may have, null for any. */
  readonly options: readonly string[] | null;
  /** Regular expression of RE2 that its text has to match, null for any. */
  readonly regex: string | null;
  /** Its default as a text, a list as JSON; null where it has none and so is required. */
  readonly initial: string | null;
}

/** A variable with a description at the top level of a configuration: real services ask for these alone. */
export interface FormVariable {
  readonly key: string;
  readonly description: string;
  readonly options: readonly string[] | null;
  readonly initial: string;
}

/** Fields that a configuration adds to the form which runs a pipeline. */
export interface PipelineForm {
  readonly inputs: readonly FormInput[];
  readonly variables: readonly FormVariable[];
  /** Reason why its inputs or variables could not be read, null where they were. */
  readonly problem: string | null;
}

/** Returns why an input cannot have a text, null where it can. Its regular expression is for the service to decide. */
export function inputProblem({ type, options, initial }: FormInput, text: string): string | null {
  if (text === "" && (initial === null || type !== "string")) return "Enter a value.";
  if (options && !options.includes(text)) return `Choose one of ${options.join(", ")}.`;
  if (type === "number" && !/^[-+]?\d[\d.e+-]*$/.test(text)) return "Enter a number.";
  if (type === "array" && !Array.isArray(valueOfInput("array", text)))
    return 'Enter a list, such as ["a", "b"].';
  return null;
}

/** Returns the value of an input that a form has as a text. */
export function valueOfInput(type: FormInput["type"], text: string): string | number | boolean | unknown[] {
  if (type === "boolean") return text === "true";
  if (type === "number") return Number(text);
  if (type === "string") return text;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}
