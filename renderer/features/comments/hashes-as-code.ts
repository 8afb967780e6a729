import type { Element, ElementContent, Root } from "hast";

const hash = /(?<![\w#!$@/-])[0-9a-f]{7,40}(?![\w/-])/g;

/** Returns a rendered text whose hashes of commits are inline code, as the activity notes of services have them bare. */
export const hashesAsCode = (tree: Root): Root => ({ ...tree, children: tree.children.flatMap(inNode) });

function inNode<N extends Root["children"][number]>(node: N): readonly (N | ElementContent)[] {
  if (node.type === "text") return split(node.value);
  if (node.type !== "element" || node.tagName === "code" || node.tagName === "pre") return [node];
  return [{ ...node, children: node.children.flatMap(inNode) }];
}

function split(text: string): readonly ElementContent[] {
  const parts: ElementContent[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(hash)) {
    // A word has no digits, and a number is one unless the text begins with it, as the entries of a list do.
    if (!/\d/.test(found) || (index > 0 && !/[a-f]/.test(found))) continue;
    if (index > end) parts.push({ type: "text", value: text.slice(end, index) });
    parts.push(code(found));
    end = index + found.length;
  }
  if (end < text.length) parts.push({ type: "text", value: text.slice(end) });
  return parts;
}

const code = (value: string): Element => ({
  type: "element",
  tagName: "code",
  properties: {},
  children: [{ type: "text", value }],
});
