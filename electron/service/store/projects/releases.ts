import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { intOrNull, parseRows } from "../rows.ts";
import type { Store } from "../store.ts";

const linkRow = z.object({ id: z.int(), name: z.string(), url: z.string() });

const releaseRow = z
  .object({
    id: z.int(),
    tag_name: z.string(),
    name: z.string(),
    description: z.string(),
    author_id: intOrNull,
    created_at: z.string(),
    released_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    tagName: row.tag_name,
    name: row.name,
    description: row.description,
    authorId: row.author_id,
    createdAt: row.created_at,
    releasedAt: row.released_at,
  }));

/** Release notes of a tag, with links to what belongs to it. */
export type Release = Readonly<z.output<typeof releaseRow>> & {
  readonly links: readonly Readonly<z.output<typeof linkRow>>[];
};

interface NewRelease
  extends Optional<{
    releasedAt: string;
    links: readonly { readonly name: string; readonly url: string }[];
    createdAt: string;
  }> {
  readonly tagName: string;
  readonly name: string;
  readonly description: string;
  readonly authorId: number;
}

const toRelease = (store: Store, row: unknown): Release => {
  const release = releaseRow.parse(row);
  const links = store.all("SELECT * FROM release_links WHERE release_id = ? ORDER BY id", release.id);
  return { ...release, links: parseRows(linkRow, links) };
};

/** Releases of a project, latest first. */
export const listReleaseRows = (store: Store, projectId: number): Release[] =>
  store
    .all("SELECT * FROM releases WHERE project_id = ? ORDER BY created_at DESC, id DESC", projectId)
    .map((row) => toRelease(store, row));

export function findRelease(store: Store, projectId: number, tagName: string): Release | null {
  const row = store.get("SELECT * FROM releases WHERE project_id = ? AND tag_name = ?", projectId, tagName);
  return row ? toRelease(store, row) : null;
}

export function insertRelease(store: Store, projectId: number, release: NewRelease): Release {
  const now = release.createdAt ?? timeNow(store);
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
  if (!made) throw new Error("the release was not inserted");
  return made;
}

/** Changes the given fields; an undefined one stays. */
export function updateReleaseRow(
  store: Store,
  release: Release,
  fields: { readonly name?: string; readonly description?: string },
): void {
  store.run(
    "UPDATE releases SET name = ?, description = ? WHERE id = ?",
    fields.name ?? release.name,
    fields.description ?? release.description,
    release.id,
  );
}

export function deleteReleaseRow(store: Store, release: Release): void {
  store.run("DELETE FROM releases WHERE id = ?", release.id);
}
