import Papa from "papaparse";

/** Rows that are read. */
const maxRows = 1_000_000;
/** Rows that decide how wide a column is and whether it is numeric. */
const sampledRows = 200;

/** Summary of a table whose rows stay in the worker. */
export interface TableInfo {
  readonly head: readonly string[];
  /** Rows that were read. */
  readonly rows: number;
  /** Rows beyond those. */
  readonly more: number;
  /** Preferred width of each column, in characters. */
  readonly widths: readonly number[];
  /** Numeric columns. */
  readonly numeric: readonly boolean[];
}

/** A column to order by. */
export interface Sorting {
  readonly column: number;
  readonly down: boolean;
}

/** A row and its number in the file, from 1. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Rows that decide on the separator. */
const separatorRows = 100;

/**
 * Returns the separator of a file: the tab where its name says so, else the one that gives every row the same number of
 * fields; of several that with the most. Undefined where none does: then the reader guesses.
 */
function separatorOf(text: string, path: string): string | undefined {
  if (/\.(?:tsv|tab)$/i.test(path)) return "\t";
  let [best, most] = [undefined as string | undefined, 1];
  for (const delimiter of [",", ";", "\t", "|"]) {
    const { data } = Papa.parse<string[]>(text, {
      delimiter,
      preview: separatorRows,
      skipEmptyLines: "greedy",
    });
    const fields = data[0]?.length ?? 0;
    if (fields > most && data.every((row) => row.length === fields)) [best, most] = [delimiter, fields];
  }
  return best;
}

/** Separated values; the first row is the head. */
export class TableDocument {
  readonly info: TableInfo;
  readonly #rows: readonly (readonly string[])[];

  /** `path` is that of the file, whose ending names the separator. */
  constructor(text: string, path = "") {
    const delimiter = separatorOf(text, path);
    const { data } = Papa.parse<string[]>(text, delimiter === undefined ? {} : { delimiter });
    // A blank line is no row, and one of separators alone is one of empty cells.
    const [head = [], ...all] = data.filter((row) => row.length > 1 || row[0]?.trim() !== "");
    this.#rows = all.slice(0, maxRows);
    const sample = this.#rows.slice(0, sampledRows);
    const columns = Math.max(head.length, ...sample.map((row) => row.length));
    const names = Array.from({ length: columns }, (_, i) => head[i] || `Column ${i + 1}`);
    this.info = {
      head: names,
      rows: this.#rows.length,
      more: all.length - this.#rows.length,
      widths: names.map((name, i) => Math.max(name.length, ...sample.map((row) => row[i]?.length ?? 0))),
      numeric: names.map(
        (_, i) =>
          sample.some((row) => row[i]) &&
          sample.every((row) => (row[i] ?? "") === "" || !Number.isNaN(Number(row[i]))),
      ),
    };
  }

  /** Indexes of the rows that contain the filter, in the requested order, or as in the file. Empty cells are last. */
  select(filter: string, sorting: Sorting | null): Uint32Array {
    const wanted = filter.toLowerCase();
    const found = new Uint32Array(this.#rows.length);
    let count = 0;
    for (const [index, row] of this.#rows.entries()) {
      if (wanted === "" || row.some((cell) => cell.toLowerCase().includes(wanted))) found[count++] = index;
    }
    const order = found.subarray(0, count);
    return sorting ? this.#sort(order, sorting) : order;
  }

  rows(order: Uint32Array, from: number, to: number): TableRow[] {
    return Array.from(order.subarray(from, to), (index) => ({
      number: index + 1,
      cells: this.#rows[index] ?? [],
    }));
  }

  #sort(order: Uint32Array, { column, down }: Sorting): Uint32Array {
    const sign = down ? -1 : 1;
    const cell = (index: number) => this.#rows[index]?.[column] ?? "";
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    const compared = this.info.numeric[column]
      ? (a: string, b: string) => Number(a) - Number(b)
      : (a: string, b: string) => compare(a, b);
    return order.sort((a, b) => {
      const [one, two] = [cell(a), cell(b)];
      if (one === "" || two === "") return Number(one === "") - Number(two === "");
      return sign * compared(one, two);
    });
  }
}
