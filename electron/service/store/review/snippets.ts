import { z } from "zod";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { int, intOrNull, parseColumn, parseCount, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import { deleteNotesOf } from "./notes.ts";

const fileRow = z.object({ path: z.string(), content: z.string() });
/** A file of a snippet. */
export type SnippetFile = Readonly<z.output<typeof fileRow>>;

const snippetRow = z
  .object({
    id: z.int(),
    project_id: intOrNull,
    title: z.string(),
    description: z.string(),
    visibility: z.enum(["private", "internal", "public"]),
    author_id: intOrNull,
    expires_at: textOrNull,
    user_agent: textOrNull,
    ip_address: textOrNull,
    created_at: z.string(),
    updated_at: z.string(),
    /** JSON array. */
    paths: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    /** Null for a personal snippet. */
    projectId: row.project_id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    authorId: row.author_id,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    ipAddress: row.ip_address,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    /** Names of the files, at least one. */
    paths: z.array(z.string()).readonly().parse(JSON.parse(row.paths)),
  }));

/** A snippet without the contents of its files. */
export type Snippet = Readonly<z.output<typeof snippetRow>>;

const select = `SELECT snippets.*, (SELECT json_group_array(path ORDER BY position) FROM snippet_files
  WHERE snippet_id = snippets.id) AS paths FROM snippets`;

const toSnippet = (row: unknown): Snippet => snippetRow.parse(row);

/** Scope of a list of snippets: a project as one user sees it, an author, or public personal ones. */
export type SnippetScope =
  | {
      readonly kind: "project";
      readonly projectId: number;
      readonly userId: number | null;
      readonly visibilities: readonly Visibility[];
    }
  | { readonly kind: "author"; readonly userId: number }
  | { readonly kind: "public" };

/** Returns a page of the snippets of a scope that have not expired, newest first, and how many there are. */
export function listSnippetRows(
  store: Store,
  scope: SnippetScope,
  page: { readonly limit: number; readonly offset: number },
): { readonly snippets: Snippet[]; readonly total: number } {
  const { where, values } = conditionOf(scope);
  const alive = "(expires_at IS NULL OR expires_at > ?)";
  const now = timeNow(store);
  const rows = store.all(
    `${select} WHERE ${where} AND ${alive} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    ...values,
    now,
    page.limit,
    page.offset,
  );
  const count = store.get(
    `SELECT count(*) AS total FROM snippets WHERE ${where} AND ${alive}`,
    ...values,
    now,
  );
  return { snippets: rows.map(toSnippet), total: parseCount("total", count) };
}

function conditionOf(scope: SnippetScope): { where: string; values: (string | number | null)[] } {
  switch (scope.kind) {
    case "project":
      return {
        where: "project_id = ? AND (author_id = ? OR visibility IN (SELECT value FROM json_each(?)))",
        values: [scope.projectId, scope.userId, JSON.stringify(scope.visibilities)],
      };
    case "author":
      return { where: "project_id IS NULL AND author_id = ?", values: [scope.userId] };
    case "public":
      return { where: "project_id IS NULL AND visibility = 'public'", values: [] };
  }
}

/** Returns the snippet of an id in a project, or the personal one where `projectId` is null. Null once it has expired. */
export function findSnippet(store: Store, projectId: number | null, id: number): Snippet | null {
  const row = store.get(
    `${select} WHERE id = ? AND project_id IS ? AND (expires_at IS NULL OR expires_at > ?)`,
    id,
    projectId,
    timeNow(store),
  );
  return row ? toSnippet(row) : null;
}

/** Returns the snippet of an id, of whatever project. */
export function findSnippetById(store: Store, id: number): Snippet | null {
  const row = store.get(`${select} WHERE id = ?`, id);
  return row ? toSnippet(row) : null;
}

/** Returns the files of a snippet, first to last. */
export const filesOfSnippet = (store: Store, id: number): SnippetFile[] =>
  store
    .all("SELECT path, content FROM snippet_files WHERE snippet_id = ? ORDER BY position", id)
    .map((row) => fileRow.parse(row));

interface NewSnippet
  extends Optional<{
    description: string;
    expiresAt: string;
    userAgent: string;
    ipAddress: string;
    createdAt: string;
    updatedAt: string;
  }> {
  readonly projectId: number | null;
  readonly title: string;
  readonly visibility: Visibility;
  readonly authorId: number;
  readonly files: readonly SnippetFile[];
}

/** Adds a snippet with its files and returns its id. */
export function insertSnippet(store: Store, snippet: NewSnippet): number {
  const now = snippet.createdAt ?? timeNow(store);
  return store.transaction(() => {
    const id = store.run(
      `INSERT INTO snippets (project_id, title, description, visibility, author_id, expires_at, user_agent,
         ip_address, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      snippet.projectId,
      snippet.title,
      snippet.description ?? "",
      snippet.visibility,
      snippet.authorId,
      snippet.expiresAt ?? null,
      snippet.userAgent ?? null,
      snippet.ipAddress ?? null,
      now,
      snippet.updatedAt ?? now,
    );
    writeFiles(store, id, snippet.files);
    return id;
  });
}

/** New values of all fields of a snippet that can change, besides its files. */
type SnippetChange = Pick<Snippet, "title" | "description" | "visibility" | "expiresAt">;

/** Changes a snippet and, where `files` is given, replaces its files. */
export function changeSnippet(
  store: Store,
  id: number,
  change: SnippetChange,
  files: readonly SnippetFile[] | null,
): void {
  store.transaction(() => {
    store.run(
      "UPDATE snippets SET title = ?, description = ?, visibility = ?, expires_at = ?, updated_at = ? WHERE id = ?",
      change.title,
      change.description,
      change.visibility,
      change.expiresAt,
      timeNow(store),
      id,
    );
    if (files) writeFiles(store, id, files);
  });
}

function writeFiles(store: Store, id: number, files: readonly SnippetFile[]): void {
  store.run("DELETE FROM snippet_files WHERE snippet_id = ?", id);
  for (const [position, { path, content }] of files.entries()) {
    store.run(
      "INSERT INTO snippet_files (snippet_id, position, path, content) VALUES (?, ?, ?, ?)",
      id,
      position,
      path,
      content,
    );
  }
}

/** Deletes a snippet with its files and notes. */
export function deleteSnippetRow(store: Store, id: number): void {
  store.transaction(() => {
    deleteNotesOf(store, "Snippet", id);
    store.run("DELETE FROM snippets WHERE id = ?", id);
  });
}

/** Returns the ids of the snippets that have expired. */
export const expiredSnippets = (store: Store, now: string): number[] =>
  parseColumn(
    "id",
    int,
    store.all("SELECT id FROM snippets WHERE expires_at IS NOT NULL AND expires_at <= ?", now),
  );
