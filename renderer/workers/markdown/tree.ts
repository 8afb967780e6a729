import type { Element, ElementContent, Properties, Root } from "hast";

/** Returns the elements of a tree for which `wanted` holds, in their order. */
export function elementsOf(tree: Root | Element, wanted: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  const visit = (node: Root | Element): void => {
    for (const child of node.children) {
      if (child.type !== "element") continue;
      if (wanted(child)) found.push(child);
      visit(child);
    }
  };
  visit(tree);
  return found;
}

/** Returns the text of a node and of all nodes in it. */
export function textOf(node: Root["children"][number]): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(textOf).join("") : "";
}

/** Creates an element. */
export const element = (
  tagName: string,
  properties: Properties,
  children: ElementContent[] = [],
): Element => ({ type: "element", tagName, properties, children });

/** Creates a text. */
export const textNode = (value: string): ElementContent => ({ type: "text", value });

/** Returns whether an element has a class. */
export const hasClass = ({ properties: { className } }: Element, name: string): boolean =>
  Array.isArray(className) && className.includes(name);

/** Replaces the texts of a tree outside of `skipped` elements; null leaves a text as it is. */
export function replaceTexts(
  tree: Root | Element,
  skipped: ReadonlySet<string>,
  replace: (value: string) => ElementContent[] | null,
): void {
  let changed = false;
  const children = tree.children.flatMap((child): Root["children"] => {
    if (child.type === "element" && !skipped.has(child.tagName)) replaceTexts(child, skipped, replace);
    const parts = child.type === "text" ? replace(child.value) : null;
    changed ||= parts !== null;
    return parts ?? [child];
  });
  if (changed) tree.children = children as ElementContent[];
}
