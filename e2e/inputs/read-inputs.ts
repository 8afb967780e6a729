import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";

/** An input of the corpus, with what Helve has to make of it. */
export interface Input<Right> {
  readonly name: string;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
  readonly right: Right;
}

const folderOf = (kind: string) => fileURLToPath(new URL(kind, import.meta.url));

/**
 * Returns the inputs of a kind: the files of its folder (folders below it count, too), each with its value in `right.json`
 * by name. A file without a value and a value without a file are errors.
 */
export function readInputs<Schema extends z.ZodType>(kind: string, schema: Schema): Input<z.infer<Schema>>[] {
  const folder = folderOf(kind);
  const values: unknown = JSON.parse(readFileSync(join(folder, "right.json"), "utf8"));
  const right = new Map(Object.entries(Object(values)));
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "right.json")
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .toSorted();
  for (const name of right.keys()) if (!names.includes(name)) throw new Error(`${kind}: there is no ${name}`);
  return names.map((name) => {
    if (!right.has(name)) throw new Error(`${kind}: right.json has no value of ${name}`);
    const bytes = readFileSync(join(folder, name));
    return { name, bytes, text: bytes.toString("utf8"), right: schema.parse(right.get(name)) };
  });
}

/** Returns the kinds of the corpus, each with its number of inputs. */
export function countInputs(): ReadonlyMap<string, number> {
  const kinds = readdirSync(folderOf("."), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    kinds.map(({ name }) => {
      const values: unknown = JSON.parse(readFileSync(join(folderOf(name), "right.json"), "utf8"));
      return [name, Object.keys(Object(values)).length];
    }),
  );
}
