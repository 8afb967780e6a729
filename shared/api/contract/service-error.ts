import { parseJson } from "../../text/parse-json.ts";
import { type LocalRefusal, localRefusal } from "./local-refusals.ts";

/** A service's error body, whatever its shape. */
interface ServiceError {
  /** One readable text. */
  readonly message: string;
  /** Messages by field where the service names fields. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** Reason why Helve's own service refused, where it gives one. */
  readonly local?: Pick<LocalRefusal, "reason" | "details">;
}

/**
 * Reads the error bodies that services of all versions send (docs/compatibility.md, 18): `message` or `error` as text,
 * list or object of lists, `error_description`, plain text, or the HTML of a proxy in front.
 */
export function readServiceError(status: number, contentType: string | null, body: string): ServiceError {
  const parsed = contentType?.includes("json") || /^\s*[[{]/.test(body) ? parseJson(body) : undefined;
  if (parsed !== undefined) {
    const fields = readFields(parsed);
    const message = describe(parsed).slice(0, maxMessageLength);
    const local = localRefusal.safeParse(parsed);
    if (local.success) return { message, fields, local: local.data };
    if (message) return { message, fields };
  }
  if (/<html|<!doctype/i.test(body)) {
    return { message: readTitle(body) ?? `HTTP ${status}`, fields: {} };
  }
  return { message: body.trim().slice(0, 500) || `HTTP ${status}`, fields: {} };
}

/** Characters of a message that is shown. */
const maxMessageLength = 2_000;
/** Nesting down to which texts are looked for; a hostile body may have tens of thousands of brackets. */
const maxDepth = 20;

function describe(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (depth > maxDepth) return "";
  if (Array.isArray(value)) {
    return value
      .map((entry) => describe(entry, depth + 1))
      .filter(Boolean)
      .join("; ");
  }
  if (value === null || typeof value !== "object") return "";
  const { message, error_description, error } = value as Record<string, unknown>;
  const main = message ?? error_description ?? error;
  if (main !== undefined) return describeMain(main, depth + 1);
  return describeMain(value, depth + 1);
}

function describeMain(value: unknown, depth: number): string {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return describe(value, depth);
  if ("error" in value && Object.keys(value).length === 1) return describe(value.error, depth);
  return Object.entries(value)
    .map(([field, texts]) => {
      const text = describe(texts, depth);
      return field === "base" ? text : `${field} ${text}`;
    })
    .join("; ");
}

function readFields(value: unknown): Record<string, string[]> {
  if (value === null || typeof value !== "object" || !("message" in value)) return {};
  const { message } = value;
  if (message === null || typeof message !== "object" || Array.isArray(message)) return {};
  const fields: Record<string, string[]> = {};
  for (const [field, texts] of Object.entries(message)) {
    if (Array.isArray(texts)) fields[field] = texts.map((text) => describe(text));
  }
  return fields;
}

const readTitle = (html: string): string | undefined =>
  /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() || undefined;
