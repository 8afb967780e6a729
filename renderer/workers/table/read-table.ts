import Papa from "papaparse";

/** Rows that are read at most. */
const most = 200_000;
/** Rows that decide how wide a column is and whether it holds numbers. */
const looked = 200;

/** A table out of separated values; see `TableView` for what the fields mean. */
export interface ReadTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly widths: readonly number[];
  readonly numeric: readonly boolean[];
  readonly more: number;
}

/** Reads separated values; the first row is the head, the separator is found out. */
export function readTable(text: string): ReadTable {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy" });
  const [head = [], ...all] = data;
  const rows = all.slice(0, most);
  const columns = Math.max(head.length, ...rows.slice(0, looked).map((row) => row.length));
  const names = Array.from({ length: columns }, (_, i) => head[i] || `Column ${i + 1}`);
  const sample = rows.slice(0, looked);
  return {
    head: names,
    rows,
    widths: names.map((name, i) => Math.max(name.length, ...sample.map((row) => row[i]?.length ?? 0))),
    numeric: names.map(
      (_, i) =>
        sample.some((row) => row[i]) &&
        sample.every((row) => (row[i] ?? "") === "" || !Number.isNaN(Number(row[i]))),
    ),
    more: all.length - rows.length,
  };
}
