import { inputSentence } from "./input-sentence.ts";
import type { CallFacts } from "./operation.ts";

/** An HTTP request: path and query below `/api/v4`, and the JSON body or form. */
export interface EncodedCall {
  readonly method: CallFacts["method"];
  readonly path: string;
  readonly body: string | FormData | undefined;
  readonly contentType: string | undefined;
}

/** One error of an input. */
export interface InputIssue {
  readonly field: string;
  /** The end of a sentence that begins with the field's name: `is missing`. */
  readonly message: string;
  /** `rule`: each field is right, but not together with the others; the message is a whole sentence. */
  readonly kind: "missing" | "invalid" | "unknown" | "rule";
}

/** An input that the contract refuses; `field` is the first invalid field. Nothing was sent. */
export class InvalidInput extends Error {
  readonly field: string;
  readonly issues: readonly InputIssue[];
  constructor(issues: readonly InputIssue[]) {
    const first = issues[0] ?? { field: "", message: "This input is not valid", kind: "invalid" as const };
    super(inputSentence(first.kind === "rule" ? "" : first.field, first.message));
    this.name = "InvalidInput";
    this.field = first.field;
    this.issues = issues;
  }
}

/** Returns a path segment with every reserved character escaped, dots too: some servers read a format after a dot. */
const encodeSegment = (value: unknown): string =>
  encodeURIComponent(String(value))
    .replace(/\./g, "%2E")
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns values as method, URL path with query, and body, unchecked. Throws {@link InvalidInput} for a path of dots. */
export function encodeValues(operation: CallFacts, values: Readonly<Record<string, unknown>>): EncodedCall {
  const search = new URLSearchParams();
  for (const name of operation.queryNames) appendValue(search, name, values[name]);
  const query = search.toString();
  const body: Record<string, unknown> = {};
  for (const name of operation.bodyNames) {
    const value = values[name];
    if (value === undefined) continue;
    body[name] = value;
    const alias = operation.aliases[name];
    if (alias !== undefined) body[alias] = value;
  }
  const path = fillPath(operation.path, values) + (query ? `?${query}` : "");
  if (operation.encoding === "multipart") {
    return { method: operation.method, path, body: toForm(body), contentType: undefined };
  }
  const hasBody = operation.bodyNames.length > 0;
  return {
    method: operation.method,
    path,
    body: hasBody ? JSON.stringify(body) : undefined,
    contentType: hasBody ? "application/json" : undefined,
  };
}

function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template
    .replace(/\[\.(\w+)\]/, (_, name: string) =>
      values[name] === undefined ? "" : `.${String(values[name])}`,
    )
    .replace(/\*(\w+)/, (_, name: string) =>
      String(values[name])
        .split("/")
        .map((part) => pathSegment(name, part))
        .join("/"),
    )
    .replace(/:(\w+)/g, (_, name: string) => pathSegment(name, values[name]));
}

/** Throws for `.` and `..`: URL parsers resolve them even when escaped, so that another operation would be called. */
function pathSegment(field: string, value: unknown): string {
  if (value === "." || value === "..") {
    throw new InvalidInput([{ field, message: `cannot be "${value}"`, kind: "invalid" }]);
  }
  return encodeSegment(value);
}

function appendValue(search: URLSearchParams | FormData, name: string, value: unknown): void {
  if (value === undefined) return;
  if (Array.isArray(value)) for (const entry of value) appendValue(search, `${name}[]`, entry);
  else if (value !== null && typeof value === "object" && !(value instanceof Blob)) {
    for (const [key, entry] of Object.entries(value)) appendValue(search, `${name}[${key}]`, entry);
  } else if (value instanceof Blob && search instanceof FormData) {
    search.append(name, value, value instanceof File ? value.name : name);
  } else search.append(name, value === null ? "" : String(value));
}

function toForm(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) appendValue(form, name, value);
  return form;
}
