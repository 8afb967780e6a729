import { parse } from "yaml";

/** A page's text without its leading block of data. */
export interface SplitPage {
  /** Fields of the block in their order, values as text; empty where there is no block. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Lines of the text before the body. */
  readonly skipped: number;
}

const block = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Splits a leading `---` block of YAML from a page; one that is not a map of fields belongs to the text. */
export function splitFrontMatter(text: string): SplitPage {
  const whole: SplitPage = { fields: [], body: text, skipped: 0 };
  const match = block.exec(text);
  if (!match) return whole;
  const data = readYaml(match[1] ?? "");
  if (typeof data !== "object" || data === null || Array.isArray(data)) return whole;
  const fields = Object.entries(data).map(([name, value]) => [name, valueText(value)] as const);
  if (fields.length === 0) return whole;
  return {
    fields,
    body: text.slice(match[0].length),
    skipped: match[0].split("\n").length - 1,
  };
}

function readYaml(source: string): unknown {
  try {
    // Aliases that multiply would make a small text an endless value.
    return parse(source, { maxAliasCount: 20, schema: "core" });
  } catch {
    return null;
  }
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
