import type { Row, Store } from "../store.ts";

/** Release notes of a tag, with links to what belongs to it. */
export interface Release {
  readonly id: number;
  readonly tagName: string;
  readonly name: string;
  readonly description: string;
  readonly authorId: number | null;
  readonly createdAt: string;
  readonly releasedAt: string;
  readonly links: readonly { readonly id: number; readonly name: string; readonly url: string }[];
}

export interface NewRelease {
  readonly tagName: string;
  readonly name: string;
  readonly description: string;
  readonly authorId: number;
  readonly releasedAt?: string | undefined;
  readonly links?: readonly { readonly name: string; readonly url: string }[] | undefined;
  readonly createdAt?: string | undefined;
}

const toRelease = (store: Store, row: Row): Release => ({
  id: Number(row.id),
  tagName: String(row.tag_name),
  name: String(row.name),
  description: String(row.description),
  authorId: row.author_id === null ? null : Number(row.author_id),
  createdAt: String(row.created_at),
  releasedAt: String(row.released_at),
  links: store
    .all("SELECT * FROM release_links WHERE release_id = ? ORDER BY id", Number(row.id))
    .map((link) => ({ id: Number(link.id), name: String(link.name), url: String(link.url) })),
});

/** Releases of a project, latest first. */
export const listReleases = (store: Store, projectId: number): Release[] =>
  store
    .all("SELECT * FROM releases WHERE project_id = ? ORDER BY created_at DESC, id DESC", projectId)
    .map((row) => toRelease(store, row));

export function findRelease(store: Store, projectId: number, tagName: string): Release | null {
  const row = store.get("SELECT * FROM releases WHERE project_id = ? AND tag_name = ?", projectId, tagName);
  return row ? toRelease(store, row) : null;
}

export function insertRelease(store: Store, projectId: number, release: NewRelease): Release {
  const now = release.createdAt ?? new Date().toISOString();
  store.transaction(() => {
    const id = store.run(
      `INSERT INTO releases (project_id, tag_name, name, description, author_id, created_at, released_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      projectId,
      release.tagName,
      release.name,
      release.description,
      release.authorId,
      now,
      release.releasedAt ?? now,
    );
    for (const { name, url } of release.links ?? []) {
      store.run("INSERT INTO release_links (release_id, name, url) VALUES (?, ?, ?)", id, name, url);
    }
  });
  const made = findRelease(store, projectId, release.tagName);
  if (!made) throw new Error("the release was not kept");
  return made;
}

export function updateRelease(
  store: Store,
  release: Release,
  fields: { readonly name?: string | undefined; readonly description?: string | undefined },
): void {
  store.run(
    "UPDATE releases SET name = ?, description = ? WHERE id = ?",
    fields.name ?? release.name,
    fields.description ?? release.description,
    release.id,
  );
}

export function deleteRelease(store: Store, release: Release): void {
  store.run("DELETE FROM releases WHERE id = ?", release.id);
}
