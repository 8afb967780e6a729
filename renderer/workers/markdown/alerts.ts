import type { Blockquote, Paragraph, PhrasingContent, Root, RootContent } from "mdast";

/** Types of alerts, with the titles of those that have none of their own. */
const titles: Readonly<Record<string, string>> = {
  note: "Note",
  tip: "Tip",
  important: "Important",
  caution: "Caution",
  warning: "Warning",
};

const opening = /^\[!(note|tip|important|caution|warning)\][ \t]*/i;

/** Makes alerts of the quotes that begin with `[!note]`, `[!tip]`, … and an optional title on the same line. */
export function readAlerts(tree: Root): void {
  const visit = (node: Root | RootContent): void => {
    if (!("children" in node)) return;
    if (node.type === "blockquote") readAlert(node);
    for (const child of node.children) visit(child);
  };
  visit(tree);
}

function readAlert(quote: Blockquote): void {
  const [first] = quote.children;
  const begin = first?.type === "paragraph" ? first.children[0] : undefined;
  if (first?.type !== "paragraph" || begin?.type !== "text") return;
  const match = opening.exec(begin.value);
  const type = match?.[1]?.toLowerCase();
  if (!match || type === undefined) return;
  begin.value = begin.value.slice(match[0].length);
  const [line, rest] = splitFirstLine(first.children);
  const hasTitle = line.some((node) => node.type !== "text" || node.value.trim() !== "");
  const title: Paragraph = {
    type: "paragraph",
    children: hasTitle ? line : [{ type: "text", value: titles[type] ?? "" }],
    data: { hProperties: { className: ["markdown-alert-title"] } },
  };
  const text: readonly Paragraph[] = rest.length > 0 ? [{ ...first, children: rest }] : [];
  quote.children.splice(0, 1, title, ...text);
  quote.data = { hName: "div", hProperties: { className: ["markdown-alert", `markdown-alert-${type}`] } };
}

/** Splits the content of a paragraph after its first line. */
function splitFirstLine(nodes: readonly PhrasingContent[]): readonly [PhrasingContent[], PhrasingContent[]] {
  for (const [i, node] of nodes.entries()) {
    if (node.type === "break") return [nodes.slice(0, i), nodes.slice(i + 1)];
    const end = node.type === "text" ? node.value.indexOf("\n") : -1;
    if (node.type !== "text" || end < 0) continue;
    const value = node.value.slice(end + 1);
    return [
      [...nodes.slice(0, i), { type: "text", value: node.value.slice(0, end) }],
      [...(value ? [{ type: "text", value } as const] : []), ...nodes.slice(i + 1)],
    ];
  }
  return [[...nodes], []];
}
