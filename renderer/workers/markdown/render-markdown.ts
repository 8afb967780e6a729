import type { Element, ElementContent, Root } from "hast";
import type { Root as Markdown } from "mdast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { tokenKinds } from "../highlight/token-kinds.ts";
import { type LineTokens, tokenize } from "../highlight/tokenize.ts";
import { drawFormulas, pricesAsText } from "./formulas.ts";
import { sanitizeSchema } from "./sanitize-schema.ts";

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(pricesAsText)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: "" })
  .use(rehypeRaw)
  .use(rehypeSlug)
  .use(rehypeSanitize, sanitizeSchema);

/** Characters of a code block beyond which it stays plain. */
const maxHighlightedLength = 100_000;

const htmlProcessor = unified().use(rehypeRaw).use(rehypeSlug).use(rehypeSanitize, sanitizeSchema);

export interface MarkdownOptions {
  /** Changes the parsed document before it becomes HTML, such as notations of a wiki. */
  readonly transform?: ((tree: Markdown) => void) | undefined;
  /** Writes the line of the text that a block of the document begins at, from 1, into its `data-line`. */
  readonly lines?: boolean | undefined;
}

/** Markdown, with the HTML in it, as a sanitised tree; code blocks are coloured after that, by classes of our own. */
export async function renderMarkdown(markdown: string, options: MarkdownOptions = {}): Promise<Root> {
  const text = frontMatterAsCode(markdown);
  const parsed = processor.parse(text);
  options.transform?.(parsed);
  const clean = await processor.run(parsed, text);
  if (options.lines) markLines(clean);
  return finish(clean);
}

/** Returns untrusted HTML as a sanitised tree, its code blocks coloured and its formulas drawn. */
export async function renderHtml(html: string): Promise<Root> {
  const raw = { type: "root", children: [{ type: "raw", value: html }] } as unknown as Root;
  return finish(await htmlProcessor.run(raw));
}

async function finish(clean: Root): Promise<Root> {
  const tree = await drawFormulas(clean);
  await Promise.all(codeBlocks(tree).map(colour));
  return withoutPositions(tree);
}

function markLines(tree: Root): void {
  for (const node of tree.children) {
    const line = node.position?.start.line;
    if (node.type === "element" && line !== undefined) node.properties.dataLine = line;
  }
}

/** A document's leading `---` block is data, not a rule and a heading: shown as YAML. */
function frontMatterAsCode(markdown: string): string {
  const match = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(markdown);
  if (!match || !/^[\w-]+:/m.test(match[1] ?? "")) return markdown;
  return `~~~~yaml\n${match[1]}\n~~~~\n${markdown.slice(match[0].length)}`;
}

function codeBlocks(node: Root | Element): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== "element") return [];
    const [only] = child.children;
    if (child.tagName === "pre" && only?.type === "element" && only.tagName === "code") return [only];
    return codeBlocks(child);
  });
}

async function colour(code: Element): Promise<void> {
  const { className } = code.properties;
  const named = Array.isArray(className)
    ? className.find((name) => String(name).startsWith("language-"))
    : undefined;
  const [text] = code.children;
  if (
    !named ||
    named === "language-mermaid" ||
    text?.type !== "text" ||
    code.children.length !== 1 ||
    text.value.length > maxHighlightedLength
  )
    return;
  const lines = text.value.split("\n");
  const tokens = await tokenize(String(named).slice("language-".length).toLowerCase(), lines);
  if (tokens) code.children = lines.flatMap((line, i) => spans(line, tokens[i] ?? [], i < lines.length - 1));
}

function spans(line: string, tokens: LineTokens, ended: boolean): ElementContent[] {
  const found: ElementContent[] = [];
  let at = 0;
  for (let i = 0; i < tokens.length; i += 2) {
    const value = line.slice(at, at + (tokens[i] ?? 0));
    at += value.length;
    const kind = tokenKinds[tokens[i + 1] ?? 0] ?? "plain";
    const text = { type: "text", value } as const;
    found.push(
      kind === "plain"
        ? text
        : { type: "element", tagName: "span", properties: { className: [`tok-${kind}`] }, children: [text] },
    );
  }
  const rest = line.slice(at) + (ended ? "\n" : "");
  return rest ? [...found, { type: "text", value: rest }] : found;
}

/** The page does not need source positions, which would be half of the transferred data. */
function withoutPositions(tree: Root): Root {
  const clean = (node: Root | ElementContent | Root["children"][number]): void => {
    delete node.position;
    if ("children" in node) for (const child of node.children) clean(child);
  };
  clean(tree);
  return tree;
}
