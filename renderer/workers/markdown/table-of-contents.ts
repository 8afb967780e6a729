import type { Element, Root } from "hast";
import { withoutMarks } from "./escapes.ts";
import { element, elementsOf, textNode, textOf } from "./tree.ts";

/** Replaces the paragraphs `[[_TOC_]]` and `[TOC]` by a list of the document's headings. */
export function drawContents(tree: Root): void {
  const isTag = (node: Root["children"][number]): boolean => node.type === "element" && isContentsTag(node);
  const parents = [tree, ...elementsOf(tree, ({ children }) => children.some(isTag))];
  for (const parent of parents) {
    if (!parent.children.some(isTag)) continue;
    const headings = elementsOf(tree, (each) => isHeading(each) && each.properties.id !== undefined);
    const list = listOf(headings);
    const children = parent.children.flatMap((child) => (isTag(child) ? (list ? [list] : []) : [child]));
    parent.children = children as Element["children"];
  }
}

function isContentsTag(node: Element): boolean {
  if (node.tagName !== "p") return false;
  const nested = node.children.filter((child) => child.type === "element");
  const written = textOf(node).trim().toLowerCase();
  if (nested.length === 0) return written === "[toc]" || written === "[[_toc_]]";
  return written === "[[toc]]" && nested.length === 1 && nested[0]?.tagName === "em";
}

/** Returns nested lists of links to headings; null for none. */
function listOf(headings: readonly Element[]): Element | null {
  const root = element("ul", { className: ["section-nav"] });
  const open: { readonly level: number; readonly list: Element; last: Element | null }[] = [];
  for (const heading of headings) {
    const level = Number(heading.tagName.slice(1));
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level && (open.at(-2)?.level ?? 0) >= level)
      open.pop();
    const current = open.at(-1);
    if (!current) open.push({ level, list: root, last: null });
    else if (level > current.level && current.last) {
      const list = element("ul", {});
      current.last.children.push(list);
      open.push({ level, list, last: null });
    }
    const top = open.at(-1);
    if (!top) continue;
    const link = element("a", { href: `#${String(heading.properties.id).replace(/^user-content-/, "")}` });
    link.children.push(textNode(textOf(heading).trim()));
    top.last = element("li", {}, [link]);
    top.list.children.push(top.last);
  }
  return headings.length > 0 ? root : null;
}

/** Characters of a heading's text that its id is made of. */
const maxLength = 255;

/** Tier of a product, which is no part of an id, such as `**(ULTIMATE ONLY)**`. */
const tier =
  /\s*\*{0,2}\((?:core|starter|premium|ultimate|free|beta|experiment)(?:\s+(?:only|self|saas|all))?\)\*{0,2}/g;
const punctuation = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu;

/** Returns the id of a heading as GitLab writes it: `Step 1 - get it` is `step-1-get-it`, `12` is `anchor-12`. */
function headingId(text: string): string {
  const id = text
    .slice(0, maxLength)
    .trim()
    .toLowerCase()
    .replace(tier, "")
    .replace(punctuation, "")
    .replace(/[ -]+/g, "-");
  return /^\d+$/.test(id) ? `anchor-${id}` : id;
}

/** Gives each heading without an id that of its text; one that occurs again gets a number. */
export function addHeadingIds(tree: Root): void {
  const counts = new Map<string, number>();
  for (const heading of elementsOf(tree, isHeading)) {
    const id = headingId(withoutMarks(textOf(heading)));
    if (id === "") continue;
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    heading.properties.id ??= count > 0 ? `${id}-${count}` : id;
  }
}

/** Returns whether an element is a heading of a document. */
export const isHeading = ({ tagName }: Element): boolean => /^h[1-6]$/.test(tagName);
