import type { Element, Root } from "hast";
import { isHeading } from "./heading-ids.ts";
import { element, elementsOf, text, textOf } from "./tree.ts";

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
    link.children.push(text(textOf(heading).trim()));
    top.last = element("li", {}, [link]);
    top.list.children.push(top.last);
  }
  return headings.length > 0 ? root : null;
}
