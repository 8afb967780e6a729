import { expect, it } from "vitest";
import { z } from "zod";
import { TableDocument } from "../../renderer/workers/table/table-document.ts";
import { readInputs } from "./read-inputs.ts";

const right = z.strictObject({ head: z.array(z.string()), rows: z.array(z.array(z.string())) });

it.each(readInputs("./tables.txt", right))(
  "reads the rows of $name",
  ({ name, text, right: { head, rows } }) => {
    const table = new TableDocument(text, name);
    const found = table.rows(table.select("", null), 0, 100).map(({ cells }) => cells);
    expect([table.info.head, found]).toEqual([head, rows]);
  },
);
