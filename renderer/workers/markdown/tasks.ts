import type { Root } from "hast";
import type { ListItem, Root as Markdown, RootContent } from "mdast";
import { element, elementsOf, hasClass, textOf } from "./tree.ts";

/** Reads the list items that begin with `[~]` as tasks that do not apply. */
export function readInapplicableTasks(tree: Markdown): void {
  const visit = (node: Markdown | RootContent): void => {
    if (node.type === "listItem") readItem(node);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(tree);
}

function readItem(item: ListItem): void {
  const [first] = item.children;
  const begin = first?.type === "paragraph" ? first.children[0] : undefined;
  if (first?.type !== "paragraph" || begin?.type !== "text" || typeof item.checked === "boolean") return;
  const match = /^\[~\]\s+(?=\S)|^\[~\]\s*$/.exec(begin.value);
  if (!match) return;
  begin.value = begin.value.slice(match[0].length);
  first.children = [{ type: "delete", data: { hName: "s" }, children: first.children }];
  item.checked = false;
  item.data = { hProperties: { className: ["task-list-item", "inapplicable"] } };
}

/** Writes the line of each task, from 1, into its check box, and reads cells of tables that are a box alone. */
export function markTasks(tree: Root): void {
  for (const item of elementsOf(tree, (each) => hasClass(each, "task-list-item"))) {
    const [box] = elementsOf(item, ({ tagName }) => tagName === "input");
    const line = item.position?.start.line;
    if (!box) continue;
    if (hasClass(item, "inapplicable")) box.properties.dataInapplicable = "";
    else if (line !== undefined) box.properties.dataTask = line;
  }
  for (const cell of elementsOf(tree, ({ tagName }) => tagName === "td" || tagName === "th")) {
    const mark = cell.children.length === 1 ? /^\s*\[([ x~])\]\s*$/i.exec(textOf(cell))?.[1] : undefined;
    if (mark === undefined) continue;
    const state = mark === "~" ? { dataInapplicable: "" } : mark === " " ? {} : { checked: true };
    cell.children = [element("input", { type: "checkbox", disabled: true, ...state })];
  }
}
