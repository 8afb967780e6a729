import type { Element, ElementContent, Root } from "hast";
import type { Root as Markdown } from "mdast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { type Processor, unified } from "unified";
import { tokenKinds } from "../highlight/token-kinds.ts";
import { type LineTokens, tokenize } from "../highlight/tokenize.ts";
import { readAlerts } from "./alerts.ts";
import { drawColours } from "./colours.ts";
import { readDescriptionLists } from "./description-lists.ts";
import { drawEmoji } from "./emoji.ts";
import { markEscapes, unmarkAddresses, withoutMarks } from "./escapes.ts";
import { drawFormulas, pricesAsText } from "./formulas.ts";
import { frontMatterAsCode } from "./front-matter-as-code.ts";
import { addHeadingIds } from "./heading-ids.ts";
import { readIncludes } from "./includes.ts";
import { drawInlineDiffs } from "./inline-diff.ts";
import { readMedia } from "./media.ts";
import { quoteFencesAsQuotes } from "./multiline-quotes.ts";
import { markReferences } from "./references.ts";
import { sanitizeSchema } from "./sanitize-schema.ts";
import { drawContents } from "./table-of-contents.ts";
import { markTasks, readInapplicableTasks } from "./tasks.ts";
import { elementsOf, hasClass, replaceTexts, text as textNode } from "./tree.ts";

/** Marks escaped signs while the text is parsed. */
function remarkEscapes(this: Processor): void {
  const data = this.data();
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), markEscapes];
}

const processor = unified()
  .use(remarkParse)
  .use(remarkEscapes)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkMath)
  .use(pricesAsText)
  .use(remarkRehype, {
    allowDangerousHtml: true,
    clobberPrefix: "",
    footnoteLabelTagName: "p",
    footnoteLabelProperties: { className: ["sr-only"] },
  })
  .use(rehypeRaw)
  .use(() => addHeadingIds)
  .use(rehypeSanitize, sanitizeSchema);

/** Characters of a code block beyond which it stays plain. */
const maxHighlightedLength = 100_000;

const htmlProcessor = unified()
  .use(rehypeRaw)
  .use(() => addHeadingIds)
  .use(rehypeSanitize, sanitizeSchema);

export interface MarkdownOptions {
  /** Changes the parsed document before it becomes HTML, such as notations of a wiki. */
  readonly transform?: ((tree: Markdown) => void) | undefined;
  /** Writes the line of the text that a block of the document begins at, from 1, into its `data-line`. */
  readonly lines?: boolean | undefined;
  /** Marks references such as `!3` for the page to resolve; without it they stay text. */
  readonly references?: boolean | undefined;
  /** Makes links of the lines `::include{file=…}`, which only documents have. */
  readonly includes?: boolean | undefined;
}

/**
 * Returns Markdown of GitLab's flavour, with the HTML in it, as a sanitised tree. What is added after that (colours of code,
 * marks of references, emoji, chips of colours) is our own.
 */
export async function renderMarkdown(markdown: string, options: MarkdownOptions = {}): Promise<Root> {
  const clean = await sanitized(markdown, options);
  if (options.lines) markLines(clean);
  return finish(clean, options.references);
}

async function sanitized(markdown: string, { transform, includes }: MarkdownOptions = {}): Promise<Root> {
  const text = quoteFencesAsQuotes(frontMatterAsCode(withoutMarks(markdown)));
  const parsed = processor.parse(text);
  unmarkAddresses(parsed);
  readAlerts(parsed);
  readDescriptionLists(parsed);
  readInapplicableTasks(parsed);
  if (includes) readIncludes(parsed);
  transform?.(parsed);
  return processor.run(parsed, text);
}

/** Returns untrusted HTML of a page of another format as {@link renderMarkdown} does, its references marked. */
export async function renderHtml(html: string): Promise<Root> {
  const raw = { type: "root", children: [{ type: "raw", value: html }] } as unknown as Root;
  return finish(await htmlProcessor.run(raw), true);
}

async function finish(clean: Root, hasReferences = false): Promise<Root> {
  for (const each of elementsOf(clean, hasNoClass)) delete each.properties.className;
  if (elementsOf(clean, (each) => hasClass(each, "language-json:table")).length > 0) {
    const { drawJsonTables } = await import("./json-tables.ts");
    await drawJsonTables(clean, (markdown) => sanitized(markdown));
  }
  markTasks(clean);
  readMedia(clean);
  await drawEmoji(clean);
  drawInlineDiffs(clean);
  drawColours(clean);
  if (hasReferences) markReferences(clean);
  drawContents(clean);
  replaceTexts(clean, new Set(), (value) => {
    const plain = withoutMarks(value);
    return plain === value ? null : [textNode(plain)];
  });
  const tree = await drawFormulas(clean);
  await Promise.all(codeBlocks(tree).map(colour));
  return withoutPositions(tree);
}

/** The sanitiser leaves an empty list of the classes that it removes. */
const hasNoClass = ({ properties: { className } }: Element): boolean =>
  Array.isArray(className) && className.length === 0;

function markLines(tree: Root): void {
  for (const node of tree.children) {
    const line = node.position?.start.line;
    if (node.type === "element" && line !== undefined) node.properties.dataLine = line;
  }
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
