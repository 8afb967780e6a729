import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { intOrNull, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const linkRow = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    link_type: z.string(),
    filepath: textOrNull,
  })
  .transform(({ link_type: linkType, ...row }) => ({ ...row, linkType }));

/** A link of a release. */
export type ReleaseLink = Readonly<z.output<typeof linkRow>>;

/** A link that is not stored yet. */
export interface NewReleaseLink
  extends Optional<{
    /** Path below the release's own downloads. */
    filepath: string | null;
    /** `other` where left out. */
    linkType: string;
  }> {
  readonly name: string;
  /** A URL, or a path of this service, whose address may change. */
  readonly url: string;
}

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
  readonly links: readonly ReleaseLink[];
};

interface NewRelease
  extends Optional<{
    releasedAt: string;
    links: readonly NewReleaseLink[];
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
    for (const link of release.links ?? []) insertReleaseLink(store, id, link);
  });
  const made = findRelease(store, projectId, release.tagName);
  if (!made) throw new Error("the release was not inserted");
  return made;
}

/** Adds a link to a release and returns it. */
export function insertReleaseLink(
  store: Store,
  releaseId: number,
  { name, url, linkType = "other", filepath = null }: NewReleaseLink,
): ReleaseLink {
  const id = store.run(
    "INSERT INTO release_links (release_id, name, url, link_type, filepath) VALUES (?, ?, ?, ?, ?)",
    ...[releaseId, name, url, linkType, filepath],
  );
  return { id, name, url, linkType, filepath };
}

export function updateReleaseLinkRow(store: Store, { id, name, url, linkType, filepath }: ReleaseLink): void {
  store.run(
    "UPDATE release_links SET name = ?, url = ?, link_type = ?, filepath = ? WHERE id = ?",
    ...[name, url, linkType, filepath, id],
  );
}

export function deleteReleaseLinkRow(store: Store, id: number): void {
  store.run("DELETE FROM release_links WHERE id = ?", id);
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
