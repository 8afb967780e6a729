import type { Element, ElementContent, Root, RootContent } from "hast";
import katex from "katex";
import type { Root as Markdown, RootContent as MarkdownContent, PhrasingContent } from "mdast";
import rehypeRaw from "rehype-raw";
import { unified } from "unified";

/** Characters of a formula beyond which it stays text. */
const maxFormulaLength = 10_000;
const raw = unified().use(rehypeRaw);

/**
 * Dollars around what is not a formula are money: as on the services, a formula neither begins nor ends with a blank,
 * and no digit follows it.
 */
export function pricesAsText() {
  return (tree: Markdown, file: { toString(): string }): void => visit(tree, String(file));

  function visit(node: Markdown | MarkdownContent, text: string): void {
    if (!("children" in node)) return;
    const children = node.children as MarkdownContent[];
    for (const [i, child] of children.entries()) {
      if (child.type !== "inlineMath") {
        visit(child, text);
        continue;
      }
      const next = children[i + 1];
      const digit = next?.type === "text" && /^\d/.test(next.value);
      // The services' own notation has backticks within the dollars.
      const code = /^`(.+)`$/s.exec(child.value)?.[1];
      if (code !== undefined) setFormula(child, code);
      else {
        // The value has lost the blanks at its ends; the text as it was written has not.
        const written = text.slice(child.position?.start.offset, child.position?.end.offset);
        if (/^\$+\s|\s\$+$/.test(written) || digit)
          children[i] = { type: "text", value: written } satisfies PhrasingContent;
        else if (written.startsWith("$$") && child.data)
          child.data.hProperties = { className: ["language-math", "math-display"] };
      }
    }
  }
}

/** The content of the formula's element is in its data, beside its value. */
function setFormula(node: Extract<MarkdownContent, { type: "inlineMath" }>, value: string): void {
  node.value = value;
  if (node.data) node.data.hChildren = [{ type: "text", value }];
}

/** Draws the formulas of a sanitised tree; what cannot be read stays as it was written, with the reason. */
export async function drawFormulas(tree: Root): Promise<Root> {
  let found = false;
  const walk = (children: (RootContent | ElementContent)[]): void => {
    for (const [i, node] of children.entries()) {
      if (node.type !== "element") continue;
      const formula = formulaOf(node);
      if (formula === null) {
        walk(node.children);
        continue;
      }
      found = true;
      children[i] = { type: "raw", value: formula } as unknown as ElementContent;
    }
  };
  walk(tree.children);
  return found ? ((await raw.run(tree)) as Root) : tree;
}

/** Returns the HTML of an element's formula; null for an element without one. */
function formulaOf(node: Element): string | null {
  const [only] = node.children;
  const code = node.tagName === "pre" && only?.type === "element" ? only : node;
  if (code.tagName !== "code") return null;
  const names = code.properties.className;
  if (!Array.isArray(names) || !names.includes("language-math")) return null;
  const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  if (text.length > maxFormulaLength) return null;
  const displayMode = code !== node || names.includes("math-display");
  // Nothing is trusted: no links, no classes, no images, and macros that grow without end are cut off.
  return katex.renderToString(text, {
    displayMode,
    throwOnError: false,
    trust: false,
    maxExpand: 200,
    maxSize: 20,
  });
}
