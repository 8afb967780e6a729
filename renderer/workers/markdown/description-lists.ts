import type { BlockContent, DefinitionContent, Paragraph, PhrasingContent, Root, RootContent } from "mdast";

type Flow = BlockContent | DefinitionContent;

/** Makes description lists of terms that are followed by lines, or paragraphs, that begin with a colon. */
export function readDescriptionLists(tree: Root): void {
  const visit = (node: Root | RootContent): void => {
    if (node.type === "root" || node.type === "blockquote" || node.type === "listItem") {
      const children = node.children as Flow[];
      const read = readFlow(children);
      if (read !== children) node.children.splice(0, node.children.length, ...read);
    }
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(tree);
}

function readFlow(nodes: Flow[]): Flow[] {
  const read: Flow[] = [];
  let changed = false;
  /** Content of the list that the last block belongs to. */
  let list: Flow[] | null = null;
  const add = (term: readonly PhrasingContent[], details: readonly PhrasingContent[][]): void => {
    const entries = [
      ...(term.length > 0 ? [described("dt", [...term])] : []),
      ...details.map((each) => described("dd", each)),
    ];
    changed = true;
    if (list) list.push(...entries);
    else {
      list = entries;
      read.push({ type: "blockquote", data: { hName: "dl" }, children: list });
    }
  };
  for (const node of nodes) {
    const [term, ...details] = node.type === "paragraph" ? splitDetails(node) : [];
    const last: Flow | undefined = read.at(-1);
    if (node.type === "paragraph" && term && term.length > 0 && details.length > 0) add(term, details);
    else if (node.type === "paragraph" && term?.length === 0 && details.length > 0 && list) add([], details);
    else if (
      node.type === "paragraph" &&
      term?.length === 0 &&
      details.length > 0 &&
      last?.type === "paragraph"
    ) {
      // The term is the paragraph before; it may follow a list that it belongs to.
      read.pop();
      const before = read.at(-1);
      list = before?.type === "blockquote" && before.data?.hName === "dl" ? before.children : null;
      add(last.children, details);
    } else {
      list = null;
      read.push(node);
    }
  }
  return changed ? read : nodes;
}

const described = (hName: "dt" | "dd", children: PhrasingContent[]): Paragraph => ({
  type: "paragraph",
  data: { hName },
  children,
});

/** Splits a paragraph at its lines that begin with a colon: the first part is what is before them. */
function splitDetails(paragraph: Paragraph): PhrasingContent[][] {
  const parts: PhrasingContent[][] = [[]];
  let isLineStart = true;
  for (const node of paragraph.children) {
    if (node.type !== "text") {
      parts.at(-1)?.push(node);
      isLineStart = node.type === "break";
      continue;
    }
    for (const [i, line] of node.value.split("\n").entries()) {
      const begins = (i > 0 || isLineStart) && /^:[ \t]+/.exec(line);
      if (begins) parts.push([{ type: "text", value: line.slice(begins[0].length) }]);
      else
        parts.at(-1)?.push({ type: "text", value: i > 0 && parts.at(-1)?.length !== 0 ? `\n${line}` : line });
    }
    isLineStart = node.value.endsWith("\n");
  }
  const [term = []] = parts;
  parts[0] = term.every((node) => node.type === "text" && node.value.trim() === "") ? [] : term;
  return parts;
}
