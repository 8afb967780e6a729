import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { int, intOrNull, parseColumn, parseRow } from "../rows.ts";
import type { Store } from "../store.ts";

/** Table of the files that were uploaded to projects. Their bytes are on disk, by their hash. */
export const uploadTables = `
  CREATE TABLE uploads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    filename TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    UNIQUE (project_id, secret)
  ) STRICT;
`;

/** The step to uploads, and to links of releases that have a type and a path of the release's own. */
export const uploadStep = `
  ALTER TABLE release_links ADD COLUMN link_type TEXT NOT NULL DEFAULT 'other';
  ALTER TABLE release_links ADD COLUMN filepath TEXT;
${uploadTables}`;

const uploadRow = z
  .object({
    id: int,
    project_id: int,
    secret: z.string(),
    filename: z.string(),
    sha256: z.string(),
    size: int,
    author_id: intOrNull,
  })
  .transform((row) => ({
    id: row.id,
    projectId: row.project_id,
    /** Random hexadecimal digits: who knows them was shown the address. */
    secret: row.secret,
    filename: row.filename,
    sha256: row.sha256,
    /** Bytes. */
    size: row.size,
    authorId: row.author_id,
  }));

/** A file that was uploaded to a project. */
export type Upload = Readonly<z.output<typeof uploadRow>>;

/** Returns the upload of an address, null where there is none. */
export const findUpload = (
  store: Store,
  projectId: number,
  secret: string,
  filename: string,
): Upload | null =>
  parseRow(
    uploadRow,
    store.get(
      "SELECT * FROM uploads WHERE project_id = ? AND secret = ? AND filename = ?",
      projectId,
      secret,
      filename,
    ),
  );

/** Adds an upload and returns its id. */
export const insertUpload = (store: Store, upload: Omit<Upload, "id">): number =>
  store.run(
    `INSERT INTO uploads (project_id, secret, filename, sha256, size, author_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    upload.projectId,
    upload.secret,
    upload.filename,
    upload.sha256,
    upload.size,
    upload.authorId,
    timeNow(store),
  );

/** Returns the bytes of all uploads of a project. */
export const sizeOfUploads = (store: Store, projectId: number): number =>
  parseColumn(
    "total",
    int,
    store.all("SELECT coalesce(sum(size), 0) AS total FROM uploads WHERE project_id = ?", projectId),
  ).at(0) ?? 0;
