import { z } from "zod";

/** SQLite's extended codes of a violated UNIQUE constraint or primary key. */
const uniqueCodes: ReadonlySet<number> = new Set([2067, 1555]);

const sqliteError = z.object({ errcode: z.int(), message: z.string() });

/** Columns of a table in which another row has the same values. */
export interface Conflict {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Returns what a statement failed at that would have added what is there already, null for any other error. Two equal
 * requests at once both find nothing there; one of them is the second to write.
 */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof Error)) return null;
  const read = sqliteError.safeParse({ errcode: Reflect.get(error, "errcode"), message: error.message });
  if (!read.success || !uniqueCodes.has(read.data.errcode)) return null;
  const names = /constraint failed: (.+)$/.exec(read.data.message)?.[1]?.split(", ") ?? [];
  const columns = names.map((name) => name.slice(name.indexOf(".") + 1));
  return { table: names[0]?.split(".")[0] ?? "", columns };
}
