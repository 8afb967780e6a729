import type { Root, RootContent } from "hast";
import { renderHtml, renderMarkdown } from "../markdown/render-markdown.ts";
import { type SplitPage, splitFrontMatter } from "./front-matter.ts";
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

export interface WikiPageText {
  readonly text: string;
  /** `markdown`, `rdoc` or `asciidoc`; another one is read as Markdown. */
  readonly format: string;
  /** Writes into each block the line that it begins at (Markdown only). */
  readonly lines?: boolean | undefined;
}

/** Renders a wiki page of any format as a sanitised tree with its headings and front matter. */
export async function renderPage({ text, format, lines = false }: WikiPageText): Promise<RenderedPage> {
  const { fields, body, skipped } = splitFrontMatter(text);
  const tree = await render(body, format, lines);
  if (lines && skipped > 0) moveLines(tree, skipped);
  return { tree, fields, headings: headingsOf(tree.children) };
}

function render(body: string, format: string, lines: boolean): Promise<Root> {
  if (format === "asciidoc") return renderAsciidoc(body);
  if (format === "rdoc") return renderHtml(rdocToHtml(body));
  return renderMarkdown(body, { transform: readPageLinks, lines, references: true, includes: true });
}

function moveLines(tree: Root, by: number): void {
  for (const node of tree.children) {
    if (node.type === "element" && typeof node.properties.dataLine === "number") {
      node.properties.dataLine += by;
    }
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
