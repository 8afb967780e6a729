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

/** A fence of a quote: three or more signs alone, or with the type and title of an alert. */
const quoteFence = /^( {0,3})(>{3,})[ \t]*(\[!\w+\][^\r\n]*)?\r?$/;
/** Quotes within each other; deeper ones are text, since each line is written with a sign of each. */
const maxDepth = 16;
const codeFence = /^\s*(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** Returns a text whose quotes between lines of `>>>` are written with a sign on each line; lines keep their numbers. */
export function quoteFencesAsQuotes(text: string): string {
  if (!/^ {0,3}>>>/m.test(text)) return text;
  const open: { readonly length: number }[] = [];
  let indent = 0;
  let code: string | null = null;
  let previous = "";
  const quoted = (rest: string): string => " ".repeat(indent) + "> ".repeat(open.length) + rest;
  return text
    .split("\n")
    .map((line) => {
      const isQuoteBefore = open.length === 0 && /^\s*>/.test(previous);
      previous = line;
      // The end of the list item that the fence is in ends the quote.
      if (open.length > 0 && line.trim() !== "" && !line.startsWith(" ".repeat(indent))) open.length = 0;
      const content = open.length > 0 ? line.slice(indent) : line;
      code = codeAfter(code, content);
      const fence = code === null ? quoteFence.exec(content) : null;
      if (!fence || isQuoteBefore) return open.length === 0 ? line : quoted(content);
      const length = fence[2]?.length ?? 0;
      const closed = fence[3] === undefined ? open.findIndex((each) => each.length <= length) : -1;
      if (closed >= 0) {
        open.length = closed;
        previous = "";
        return quoted("").trimEnd();
      }
      if (open.length >= maxDepth) return quoted(content);
      if (open.length === 0) indent = fence[1]?.length ?? 0;
      const outer = quoted("").trimEnd();
      open.push({ length });
      return fence[3] === undefined ? outer : quoted(fence[3]);
    })
    .join("\n");
}

/** Returns the fence of the block of code that is open after a line; null where there is none. */
function codeAfter(open: string | null, line: string): string | null {
  const [, fence = "", rest = ""] = codeFence.exec(line) ?? [];
  if (open === null) return fence || null;
  const closes = fence.startsWith(open) && rest.trim() === "";
  return closes ? null : open;
}
