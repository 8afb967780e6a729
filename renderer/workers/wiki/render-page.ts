import type { Root, RootContent } from "hast";
import { parse } from "yaml";
import { renderHtml, renderMarkdown } from "../markdown/render-markdown.ts";
import { elementsOf } from "../markdown/tree.ts";
import { readPageLinks } from "./page-links.ts";
import { rdocToHtml } from "./rdoc-to-html.ts";
import { renderAsciidoc } from "./render-asciidoc.ts";

/** A heading of a page. */
export interface PageHeading {
  /** Id of its element. */
  readonly id: string;
  readonly text: string;
  /** 1 to 6. */
  readonly level: number;
}

export interface RenderedPage {
  /** Sanitised. */
  readonly tree: Root;
  readonly headings: readonly PageHeading[];
  /** Fields of the page's front matter. */
  readonly fields: SplitPage["fields"];
}

export interface WikiPageSource {
  readonly text: string;
  /** `markdown`, `rdoc` or `asciidoc`; another one is read as Markdown. */
  readonly format: string;
  /** Writes into each block the line that it begins at (Markdown only). */
  readonly lines?: boolean;
}

/** Renders a wiki page of any format as a sanitised tree with its headings and front matter. */
export async function renderPage({ text, format, lines = false }: WikiPageSource): Promise<RenderedPage> {
  const { fields, body, skipped } = splitFrontMatter(text);
  const tree = await render(body, format, lines);
  if (skipped > 0) moveLines(tree, skipped);
  return { tree, fields, headings: headingsOf(tree.children) };
}

function render(body: string, format: string, lines: boolean): Promise<Root> {
  if (format === "asciidoc") return renderAsciidoc(body);
  if (format === "rdoc") return renderHtml(rdocToHtml(body));
  return renderMarkdown(body, { transform: readPageLinks, lines, references: true, includes: true });
}

/** Counts lines of blocks and tasks from the first of the page, not of its body. */
function moveLines(tree: Root, by: number): void {
  for (const { properties } of elementsOf(tree, () => true)) {
    if (typeof properties.dataLine === "number") properties.dataLine += by;
    if (typeof properties.dataTask === "number") properties.dataTask += by;
  }
}

function headingsOf(nodes: readonly RootContent[]): PageHeading[] {
  return nodes.flatMap((node) => {
    if (node.type !== "element") return [];
    const level = Number(/^h([1-6])$/.exec(node.tagName)?.[1] ?? 0);
    if (level === 0) return headingsOf(node.children);
    const id = String(node.properties.id ?? "");
    const text = textOf(node).trim();
    return id && text ? [{ id, text, level }] : [];
  });
}

function textOf(node: RootContent): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

/** A page's text without its leading block of data. */
interface SplitPage {
  /** Fields of the block in their order, values as text; empty where there is no block. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Lines of the text before the body. */
  readonly skipped: number;
}

const block = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Splits a leading `---` block of YAML from a page; one that is not a map of fields belongs to the text. */
function splitFrontMatter(text: string): SplitPage {
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
