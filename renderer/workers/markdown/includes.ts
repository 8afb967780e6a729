import type { PhrasingContent, Root, RootContent } from "mdast";

const directive = /^::include\{file=([^}\s]{1,1000})\}[ \t]*$/gm;

/** Makes links of the lines `::include{file=chapter.md}`: Helve names what a service would include there. */
export function readIncludes(tree: Root): void {
  const visit = (node: Root | RootContent): void => {
    if (!("children" in node)) return;
    if (node.type === "paragraph") node.children = node.children.flatMap(read);
    else for (const child of node.children) visit(child);
  };
  visit(tree);
}

function read(node: PhrasingContent): PhrasingContent[] {
  if (node.type !== "text" || !node.value.includes("::include{")) return [node];
  const parts: PhrasingContent[] = [];
  let end = 0;
  for (const { 0: line, 1: file = "", index } of node.value.matchAll(directive)) {
    if (index > end) parts.push({ type: "text", value: node.value.slice(end, index) });
    parts.push({ type: "link", url: file, children: [{ type: "text", value: line }] });
    end = index + line.length;
  }
  if (end < node.value.length) parts.push({ type: "text", value: node.value.slice(end) });
  return parts;
}
