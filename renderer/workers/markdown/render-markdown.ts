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
import { readDescriptionLists } from "./description-lists.ts";
import { drawEmoji } from "./draw-emoji.ts";
import { markEscapes, unmarkAddresses, withoutMarks } from "./escapes.ts";
import { drawFormulas, pricesAsText } from "./formulas.ts";
import { readIncludes } from "./includes.ts";
import { drawInlineDiffs } from "./inline-diff.ts";
import { quoteFencesAsQuotes, readAlerts } from "./quotes.ts";
import { markReferences } from "./references.ts";
import { sanitizeSchema } from "./sanitize-schema.ts";
import { addHeadingIds, drawContents } from "./table-of-contents.ts";
import { markTasks, readInapplicableTasks } from "./tasks.ts";
import { element, elementsOf, hasClass, replaceTexts, textNode, textOf } from "./tree.ts";

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

const htmlParser = unified().use(rehypeRaw);
const htmlProcessor = unified()
  .use(() => addHeadingIds)
  .use(rehypeSanitize, sanitizeSchema);

interface MarkdownOptions {
  /** Changes the parsed document before it becomes HTML, such as notations of a wiki. */
  readonly transform?: (tree: Markdown) => void;
  /** Writes the line of the text that a block of the document begins at, from 1, into its `data-line`. */
  readonly lines?: boolean;
  /** Marks references such as `!3` for the page to resolve; without it they stay text. */
  readonly references?: boolean;
  /** Makes links of the lines `::include{file=…}`, which only documents have. */
  readonly includes?: boolean;
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

/**
 * Returns untrusted HTML of a page of another format as {@link renderMarkdown} does, its references marked. `transform`
 * changes the parsed HTML before it is sanitised.
 */
export async function renderHtml(html: string, transform?: (tree: Root) => void): Promise<Root> {
  const raw = { type: "root", children: [{ type: "raw", value: html }] } as unknown as Root;
  const parsed = await htmlParser.run(raw);
  transform?.(parsed);
  return finish(await htmlProcessor.run(parsed), true);
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

const part = String.raw`\s*[+-]?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})%?\s*`;
const hex = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;
const functional = new RegExp(String.raw`^(?:rgba?|hsla?)\(${part},${part},${part}(?:,${part})?\)$`, "i");

/** Characters of the longest colour. */
const maxLength = 60;

/** Draws a chip after each colour that is written as inline code; a backslash before the colour prevents it. */
function drawColours(tree: Root): void {
  for (const pre of elementsOf(tree, ({ tagName }) => tagName === "code")) {
    const written = pre.children.length === 1 ? textOf(pre) : "";
    if (written.length > maxLength) continue;
    const escaped = written.startsWith("\\") && isColour(written.slice(1));
    if (escaped) pre.children = [textNode(written.slice(1))];
    else if (isColour(written)) {
      const style = `background-color: ${written.trim()}`;
      pre.children.push(element("span", { className: ["gfm-color_chip"] }, [element("span", { style })]));
    }
  }
}

const isColour = (written: string): boolean => hex.test(written.trim()) || functional.test(written.trim());

/** Languages of a block of data by its fence. */
const languages: Readonly<Record<string, string>> = { "---": "yaml", "+++": "toml", ";;;": "json" };

/** An optional line with the encoding, blank lines, and the opening fence with an optional language. */
const opening = /^\ufeff?(?:[^\r\n]*coding:[^\r\n]*\r?\n)?\s*^(---|\+\+\+|;;;)[ \t]*([\w+#.-]*)[ \t]*\r?\n/m;

/** A document's leading block of data (YAML, TOML, JSON or a named language) becomes a block of code on the same lines. */
function frontMatterAsCode(markdown: string): string {
  const open = opening.exec(markdown);
  const fence = open?.[1] ?? "";
  if (!open || open.index > 0) return markdown;
  const body = open[0].length;
  const closing = new RegExp(`^(?:${RegExp.escape(fence)}|\\.{3})[ \\t]*(?:\\r?\\n|$)`, "gm");
  closing.lastIndex = body;
  const close = closing.exec(markdown);
  if (!close) return markdown;
  const data = markdown.slice(body, close.index);
  // Between two rules is a text, unless it has fields.
  if (fence === "---" && !open[2] && !/^["']?[\w. -]+["']?[ \t]*:(?:\s|$)/m.test(data)) return markdown;
  // Tildes of the data end no fence that is longer than theirs.
  const longest = Math.max(
    3,
    ...Array.from(data.matchAll(/^\s*(~{3,})/gm), ([, tildes = ""]) => tildes.length),
  );
  const marks = "~".repeat(longest + 1);
  const before = "\n".repeat(open[0].split("\n").length - 2);
  const after = markdown.slice(close.index + close[0].length);
  return `${before}${marks}${open[2] || languages[fence]}\n${data}${marks}\n${after}`;
}

const size = /^\d{1,4}(?:%|px)?$/;
const video = /\.(?:mp4|m4v|mov|webm|ogv)$/i;
const audio = /\.(?:mp3|oga|ogg|spx|wav)$/i;

/** Reads the sizes after images, such as `{width=100 height=50%}`, and makes players of those that are video or audio. */
function readMedia(tree: Root): void {
  for (const parent of [tree, ...elementsOf(tree, ({ children }) => children.some(isImage))]) {
    for (const [i, child] of parent.children.entries()) {
      if (!isImage(child)) continue;
      const next = parent.children[i + 1];
      const attributes = next?.type === "text" ? /^\{([^}\n]{1,100})\}/.exec(next.value) : null;
      if (next?.type === "text" && attributes) {
        next.value = next.value.slice(attributes[0].length);
        for (const attribute of (attributes[1] ?? "").split(/\s+/)) setAttribute(child, attribute);
      }
      const path = String(child.properties.src ?? "").replace(/[?#].*$/s, "");
      if (video.test(path)) child.tagName = "video";
      else if (audio.test(path)) child.tagName = "audio";
    }
  }
}

const isImage = (node: Root["children"][number]): node is Element =>
  node.type === "element" && node.tagName === "img";

function setAttribute(image: Element, attribute: string): void {
  const [, name, value = ""] = /^(width|height)="?([^"\s]+)"?$/.exec(attribute) ?? [];
  if (name && size.test(value)) image.properties[name] = value;
  const float = /^\.float-(left|right|none)$/.exec(attribute)?.[1];
  if (float) image.properties.className = [`glfm-float-${float}`];
}
