import { parseJson } from "../../text/parse-json.ts";
import { type LocalRefusal, localRefusal } from "../resources/local-refusals.ts";

/** A service's error body, whatever its shape. */
export interface ServiceError {
  /** One readable text. */
  readonly message: string;
  /** Messages by field where the service names fields. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** Reason why Helve's own service refused, where it gives one. */
  readonly local?: Pick<LocalRefusal, "reason" | "details"> | undefined;
}

/**
 * Reads the error bodies that services of all versions send (docs/compatibility.md, 18): `message` or `error` as text,
 * list or object of lists, `error_description`, plain text, or the HTML of a proxy in front.
 */
export function readServiceError(status: number, contentType: string | null, body: string): ServiceError {
  const parsed = contentType?.includes("json") || /^\s*[[{]/.test(body) ? parseJson(body) : undefined;
  if (parsed !== undefined) {
    const fields = readFields(parsed);
    const message = describe(parsed);
    const local = localRefusal.safeParse(parsed);
    if (local.success) return { message, fields, local: local.data };
    if (message) return { message, fields };
  }
  if (/<html|<!doctype/i.test(body)) {
    return { message: readTitle(body) ?? `HTTP ${status}`, fields: {} };
  }
  return { message: body.trim().slice(0, 500) || `HTTP ${status}`, fields: {} };
}

function describe(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(describe).filter(Boolean).join("; ");
  if (value === null || typeof value !== "object") return "";
  const { message, error_description, error } = value as Record<string, unknown>;
  const main = message ?? error_description ?? error;
  if (main !== undefined) return describeMain(main);
  return describeMain(value);
}

function describeMain(value: unknown): string {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return describe(value);
  if ("error" in value && Object.keys(value).length === 1) return describe(value.error);
  return Object.entries(value)
    .map(([field, texts]) => (field === "base" ? describe(texts) : `${field} ${describe(texts)}`))
    .join("; ");
}

function readFields(value: unknown): Record<string, string[]> {
  if (value === null || typeof value !== "object" || !("message" in value)) return {};
  const { message } = value;
  if (message === null || typeof message !== "object" || Array.isArray(message)) return {};
  const fields: Record<string, string[]> = {};
  for (const [field, texts] of Object.entries(message)) {
    if (Array.isArray(texts)) fields[field] = texts.map(describe);
  }
  return fields;
}

const readTitle = (html: string): string | undefined =>
  /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() || undefined;
