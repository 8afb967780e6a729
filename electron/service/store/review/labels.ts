import { z } from "zod";
import { int, parseCell, parseColumn, parseRows, text, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const labelRow = z
  .object({
    id: z.int(),
    name: z.string(),
    color: z.string(),
    description: textOrNull,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    color: row.color,
    description: row.description,
  }));

export type Label = Readonly<z.output<typeof labelRow>>;

/** Labels of a project, by name. */
export const listLabelRows = (store: Store, projectId: number): Label[] =>
  parseRows(labelRow, store.all("SELECT * FROM labels WHERE project_id = ? ORDER BY name", projectId));

/** Returns the labels among some names that a project has, as it writes them. */
export const knownLabels = (store: Store, projectId: number, names: readonly string[]): string[] =>
  parseColumn(
    "name",
    text,
    store.all(
      "SELECT name FROM labels WHERE project_id = ? AND name IN (SELECT value FROM json_each(?)) ORDER BY name",
      projectId,
      JSON.stringify(names),
    ),
  );

/** Adds a label unless the project has one of the name; returns its id. */
export function insertLabel(
  store: Store,
  projectId: number,
  label: { readonly name: string; readonly color?: string; readonly description?: string },
): number {
  const known = store.get("SELECT id FROM labels WHERE project_id = ? AND name = ?", projectId, label.name);
  const id = parseCell("id", int, known);
  if (id !== null) return id;
  return store.run(
    "INSERT INTO labels (project_id, name, color, description) VALUES (?, ?, ?, ?)",
    projectId,
    label.name,
    label.color ?? "#6699cc",
    label.description ?? null,
  );
}
