import type { Element, ElementContent } from "hast";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { SearchField } from "../forms/text-field.tsx";
import { Icon } from "../marks/icon.tsx";
import { VisuallyHidden } from "../marks/visually-hidden.tsx";
import styles from "./json-table.module.css";

interface JsonTableProps {
  readonly table: Element;
  readonly draw: (nodes: ElementContent[]) => ReactNode;
}

interface Sort {
  readonly column: number;
  readonly isAscending: boolean;
}

/** Returns whether a table of JSON can be sorted or filtered. */
export const isJsonTable = (table: Element): boolean =>
  "dataFilter" in table.properties ||
  within(table, "th").some(({ properties }) => "dataSortable" in properties);

/** A table of JSON whose rows the reader can sort by the columns that it names, and filter. */
export function JsonTable({ table, draw }: JsonTableProps) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [query, setQuery] = useState("");
  const heads = within(table, "th");
  const rows = useMemo(
    () =>
      within(table, "tbody")
        .flatMap((body) => within(body, "tr"))
        .map(({ children }, index) => {
          const cells = children.filter((child) => child.type === "element");
          return { index, texts: cells.map((cell) => textOf(cell).trim()), cells: draw(children) };
        }),
    [table, draw],
  );
  const shown = sorted(
    rows.filter(({ texts }) => texts.some((text) => text.toLowerCase().includes(query.trim().toLowerCase()))),
    sort,
  );
  const hasFilter = "dataFilter" in table.properties;
  return (
    <>
      {hasFilter ? (
        <div className={styles.filter}>
          <SearchField label="Filter rows" value={query} onChange={setQuery} />
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide is scrolled with the keyboard */}
      <table tabIndex={0}>
        {within(table, "caption").map(({ children }) => (
          <caption key="caption">{draw(children)}</caption>
        ))}
        <thead>
          <tr>
            {heads.map((head, column) => (
              <SortableHead
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity and keep their order
                key={column}
                label={textOf(head)}
                isSortable={"dataSortable" in head.properties}
                direction={sort?.column === column ? (sort.isAscending ? "ascending" : "descending") : null}
                onSort={() => setSort(nextSort(sort, column))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ index, cells }) => (
            <tr key={index}>{cells}</tr>
          ))}
          {shown.length === 0 && query ? (
            <tr>
              <td colSpan={heads.length} className={styles.none}>
                No row matches
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      {hasFilter ? (
        <VisuallyHidden>
          <span role="status">{query.trim() ? `${shown.length} of ${rows.length} rows` : ""}</span>
        </VisuallyHidden>
      ) : null}
    </>
  );
}

interface SortableHeadProps {
  readonly label: string;
  readonly isSortable: boolean;
  readonly direction: "ascending" | "descending" | null;
  readonly onSort: () => void;
}

function SortableHead({ label, isSortable, direction, onSort }: SortableHeadProps) {
  if (!isSortable) return <th scope="col">{label}</th>;
  const icon = direction === null ? ChevronsUpDown : direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction ?? undefined}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {label}
        <Icon of={icon} size={12} />
      </button>
    </th>
  );
}

/** Ascending, descending, then the original order, as in the app's own tables. */
function nextSort(sort: Sort | null, column: number): Sort | null {
  if (sort?.column !== column) return { column, isAscending: true };
  return sort.isAscending ? { column, isAscending: false } : null;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Returns rows in the order of a column: numbers by value, other texts by letters, empty cells last. */
function sorted<T extends { readonly texts: readonly string[] }>(rows: readonly T[], sort: Sort | null) {
  if (sort === null) return rows;
  const direction = sort.isAscending ? 1 : -1;
  return rows.toSorted((left, right) => {
    const a = left.texts[sort.column] ?? "";
    const b = right.texts[sort.column] ?? "";
    if (a === "" || b === "") return Number(a === "") - Number(b === "");
    const difference = Number(a) - Number(b);
    return direction * (Number.isNaN(difference) ? collator.compare(a, b) : difference);
  });
}

/** Returns the elements of a name in an element, not those within each other. */
function within(parent: Element, tagName: string): Element[] {
  return parent.children.flatMap((child) => {
    if (child.type !== "element") return [];
    return child.tagName === tagName ? [child] : within(child, tagName);
  });
}

const textOf = (node: ElementContent): string => {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(textOf).join("") : "";
};
