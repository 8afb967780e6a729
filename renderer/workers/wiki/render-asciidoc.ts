import type { Element, ElementContent, Root, RootContent } from "hast";
import { renderHtml } from "../markdown/render-markdown.ts";
import { element, elementsOf, hasClass, textNode, textOf } from "../markdown/tree.ts";

/** Returns AsciiDoc as a sanitised tree. Its processor reads no file and no address, and is loaded with the first such page. */
export async function renderAsciidoc(text: string): Promise<Root> {
  const { convert } = await import("@asciidoctor/core");
  const html = await convert(text, {
    safe: "secure",
    standalone: false,
    attributes: { showtitle: true, stem: "latexmath", relfilesuffix: "", outfilesuffix: "" },
  });
  return renderHtml(formulasAsCode(String(html)), drawAsMarkdown);
}

/** The processor leaves formulas to a script of the page: `\(…\)` and `\[…\]` become what Markdown makes of formulas. */
function formulasAsCode(html: string): string {
  return html
    .split(/(<pre[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\\\[([\s\S]+?)\\\]/g, '<pre><code class="language-math math-display">$1</code></pre>')
            .replace(/\\\(([\s\S]+?)\\\)/g, '<code class="language-math math-inline">$1</code>'),
    )
    .join("");
}

/** Gives the processor's blocks the elements and classes that Markdown has for them, which the page has styles for. */
function drawAsMarkdown(tree: Root): void {
  for (const parent of [tree, ...elementsOf(tree, () => true)]) {
    parent.children = (parent.children as ElementContent[]).flatMap((child) =>
      child.type === "element" ? redrawn(child) : child,
    );
  }
  for (const parent of [tree, ...elementsOf(tree, () => true)]) unwrap(parent);
  for (const item of elementsOf(tree, ({ tagName }) => /^(?:li|dd|td|th)$/.test(tagName))) tighten(item);
}

const kinds = ["note", "tip", "important", "caution", "warning"];

/** Returns what a block becomes. */
function redrawn(block: Element): ElementContent[] {
  if (hasClass(block, "admonitionblock")) return [admonition(block)];
  if (block.tagName === "ul" && hasClass(block, "checklist")) readChecks(block);
  // Titles of lists, tables and examples; a table has its own in a caption.
  if (block.tagName === "div" && hasClass(block, "title")) {
    return [element("p", {}, [element("strong", {}, block.children)])];
  }
  return [block];
}

/** The processor makes tables of admonitions: the name in one cell, the text in the other. */
function admonition(block: Element): Element {
  const kind = kinds.find((name) => hasClass(block, name)) ?? "note";
  const [icon, content] = elementsOf(block, ({ tagName }) => tagName === "td");
  const children = (content?.children ?? []).filter((child) => child.type !== "text" || child.value.trim());
  // One line is the cell's text alone.
  const isInline = children.every((child) => child.type === "text" || !isBlock(child));
  const title = icon ? textOf(icon).trim() : "";
  return element("div", { className: ["markdown-alert", `markdown-alert-${kind}`] }, [
    element("p", { className: ["markdown-alert-title"] }, [textNode(title || kind)]),
    ...(isInline ? [element("p", {}, content?.children ?? [])] : children),
  ]);
}

const isBlock = (child: ElementContent): boolean =>
  child.type === "element" &&
  /^(?:div|p|ul|ol|dl|pre|table|blockquote|details|h[1-6]|hr)$/.test(child.tagName);

/** Reads the signs of a checklist, or the boxes of an interactive one, as tasks. */
function readChecks(list: Element): void {
  list.properties.className = ["contains-task-list"];
  for (const item of list.children) {
    if (item.type !== "element") continue;
    const [text] = elementsOf(item, ({ tagName }) => tagName === "p");
    const [first, ...rest] = text?.children ?? [];
    if (!text || !first) continue;
    const sign = first.type === "text" ? /^\s*([✓❏])\s*/.exec(first.value) : null;
    const box = first.type === "element" && first.tagName === "input" ? first : null;
    if (!sign && !box) continue;
    const isDone = sign ? sign[1] === "✓" : box?.properties.checked !== undefined;
    const begin = sign && first.type === "text" ? [textNode(first.value.slice(sign[0].length))] : [];
    const [next, ...others] = [...begin, ...rest];
    const words = next?.type === "text" ? [textNode(next.value.trimStart()), ...others] : [...begin, ...rest];
    item.properties.className = ["task-list-item"];
    text.children = [
      element("input", { type: "checkbox", disabled: true, ...(isDone ? { checked: true } : {}) }),
      textNode(" "),
      ...words,
    ];
  }
}

/** Classes of boxes around blocks that Markdown has none for. */
const boxes =
  /^(?:paragraph|ulist|olist|dlist|colist|content|sect\d|sectionbody|listingblock|literalblock|imageblock|openblock)$/;

/** Replaces boxes without an id, which nothing links to, with their content. */
function unwrap(parent: Root | Element): void {
  const children = parent.children as (RootContent & ElementContent)[];
  const open = (child: ElementContent): ElementContent[] => {
    if (child.type !== "element" || child.tagName !== "div" || child.properties.id !== undefined)
      return [child];
    const { className } = child.properties;
    const isBox = Array.isArray(className) && className.some((name) => boxes.test(String(name)));
    return isBox ? child.children.flatMap(open) : [child];
  };
  parent.children = children.flatMap(open);
}

/** Takes the one paragraph out of a list's item or a table's cell: as tight as Markdown's. */
function tighten(item: Element): void {
  const isParagraph = (child: ElementContent): child is Element =>
    child.type === "element" && child.tagName === "p";
  item.children = item.children.filter((child) => child.type !== "text" || child.value.trim() !== "");
  if (item.children.filter(isParagraph).length !== 1) return;
  item.children = item.children.flatMap((child) => (isParagraph(child) ? child.children : [child]));
}
