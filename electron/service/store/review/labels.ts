import type { Row, Store } from "../store.ts";

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

const toLabel = (row: Row): Label => ({
  id: Number(row.id),
  name: String(row.name),
  color: String(row.color),
  description: row.description === null ? null : String(row.description),
});

/** Labels of a project, by name. */
export const listLabelRows = (store: Store, projectId: number): Label[] =>
  store.all("SELECT * FROM labels WHERE project_id = ? ORDER BY name", projectId).map(toLabel);

/** Gives a merge request exactly these labels; those that the project does not know are made. */
export function setLabels(
  store: Store,
  projectId: number,
  mergeRequestId: number,
  names: readonly string[],
): void {
  store.run("DELETE FROM merge_request_labels WHERE merge_request_id = ?", mergeRequestId);
  for (const name of names) {
    const label = insertLabel(store, projectId, { name });
    store.run(
      "INSERT OR IGNORE INTO merge_request_labels (merge_request_id, label_id) VALUES (?, ?)",
      mergeRequestId,
      label,
    );
  }
}

/** Adds a label unless the project has one of the name; answers its id. */
export function insertLabel(
  store: Store,
  projectId: number,
  label: { readonly name: string; readonly color?: string; readonly description?: string },
): number {
  const known = store.get("SELECT id FROM labels WHERE project_id = ? AND name = ?", projectId, label.name);
  if (known) return Number(known.id);
  return store.run(
    "INSERT INTO labels (project_id, name, color, description) VALUES (?, ?, ?, ?)",
    projectId,
    label.name,
    label.color ?? "#6699cc",
    label.description ?? null,
  );
}
