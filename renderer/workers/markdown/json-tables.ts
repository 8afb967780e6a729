import type { Root } from "hast";
import { z } from "zod";
import { element, elementsOf, hasClass, textNode, textOf } from "./tree.ts";

const cell = z
  .unknown()
  .transform((value) => (typeof value === "object" ? JSON.stringify(value ?? "") : String(value ?? "")));
const field = z.union([
  z.string().transform((key) => ({ key, label: key, sortable: false })),
  z
    .object({ key: z.string(), label: z.string().optional(), sortable: z.boolean().optional() })
    .transform(({ key, label, sortable = false }) => ({ key, label: label ?? key, sortable })),
]);
const table = z.object({
  fields: z.array(field).optional(),
  items: z.array(z.record(z.string(), cell)).min(1),
  caption: z.string().optional(),
  markdown: z.boolean().optional(),
  filter: z.boolean().optional(),
});

/** Rows of a table that are drawn. */
const maxRows = 1_000;
/** Caption of a table without one of its own. */
const defaultCaption = "Generated with JSON data";

/**
 * Draws blocks of code with the language `json:table` as tables; one whose JSON cannot be read stays code. `render` draws
 * the Markdown of cells and captions. Columns that can be sorted have `data-sortable`, tables with a filter `data-filter`;
 * the sanitiser removes both from a text's own HTML.
 */
export async function drawJsonTables(tree: Root, render: (markdown: string) => Promise<Root>): Promise<void> {
  const isTable = (node: Root["children"][number]): boolean => {
    const only = node.type === "element" && node.tagName === "pre" ? node.children[0] : undefined;
    return only?.type === "element" && hasClass(only, "language-json:table");
  };
  for (const parent of [tree, ...elementsOf(tree, ({ children }) => children.some(isTable))]) {
    for (const [i, child] of parent.children.entries()) {
      if (!isTable(child)) continue;
      const drawn = await drawTable(textOf(child), render);
      if (drawn) parent.children[i] = drawn;
    }
  }
}

async function drawTable(source: string, render: (markdown: string) => Promise<Root>) {
  const read = table.safeParse(readJson(source));
  if (!read.success) return null;
  const { items, caption = defaultCaption, markdown = false, filter = false } = read.data;
  const fields =
    read.data.fields ?? Object.keys(items[0] ?? {}).map((key) => ({ key, label: key, sortable: false }));
  const rows = items.slice(0, maxRows);
  const written = [caption, ...rows.flatMap((item) => fields.map(({ key }) => item[key] ?? ""))];
  const cells = markdown ? await renderCells(written, render) : written.map((each) => [textNode(each)]);
  const [captionCell = [], ...bodyCells] = cells;
  const body = rows.map((_, row) =>
    element(
      "tr",
      {},
      fields.map((_each, column) => element("td", {}, bodyCells[row * fields.length + column] ?? [])),
    ),
  );
  const head = element(
    "tr",
    {},
    fields.map(({ label, sortable }) =>
      element("th", { scope: "col", ...(sortable && { dataSortable: "" }) }, [textNode(label)]),
    ),
  );
  return element("table", filter ? { dataFilter: "" } : {}, [
    element("caption", {}, captionCell),
    element("thead", {}, [head]),
    element("tbody", {}, body),
  ]);
}

/** Draws texts of Markdown as the cells of one table, so that all of them are read at once. */
async function renderCells(written: readonly string[], render: (markdown: string) => Promise<Root>) {
  const lines = written.map((each) => `| ${each.replace(/\r?\n/g, " ").replaceAll("|", "\\|")} |`);
  const drawn = await render(`| |\n| --- |\n${lines.join("\n")}\n`);
  return elementsOf(drawn, ({ tagName }) => tagName === "td").map(({ children }) => children);
}

function readJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}
