import { z } from "zod";
import { flag, parseCell, parseRow, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import { tokenScopes } from "./tokens.ts";

/**
 * Access tokens of projects: each is a token of a user of its own, a bot. A token whose row here is deleted, as with its
 * project, is revoked.
 */
export const projectTokenTables = `
  CREATE TABLE project_access_tokens (
    token_id INTEGER PRIMARY KEY REFERENCES tokens (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    access_level INTEGER NOT NULL,
    description TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX project_access_tokens_by_project ON project_access_tokens (project_id);
  CREATE INDEX project_access_tokens_by_user ON project_access_tokens (user_id);
  CREATE TRIGGER project_access_tokens_deleted AFTER DELETE ON project_access_tokens
  BEGIN
    UPDATE tokens SET revoked = 1 WHERE id = OLD.token_id;
  END;
`;

const tokenRow = z
  .object({
    id: z.int(),
    project_id: z.int(),
    user_id: z.int(),
    name: z.string(),
    description: z.string(),
    scopes: tokenScopes,
    access_level: z.int(),
    created_at: z.string(),
    expires_at: textOrNull,
    last_used_at: textOrNull,
    revoked: flag,
  })
  .transform((row) => ({
    id: row.id,
    projectId: row.project_id,
    userId: row.user_id,
    name: row.name,
    description: row.description,
    scopes: row.scopes,
    accessLevel: row.access_level,
    createdAt: row.created_at,
    /** ISO date, null for a token that does not end. */
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revoked: row.revoked,
  }));

/** An access token of a project, without the token itself. */
export type ProjectToken = Readonly<z.output<typeof tokenRow>>;

const select = `SELECT id, project_id, tokens.user_id AS user_id, name, description, scopes, access_level, created_at,
  expires_at, last_used_at, revoked FROM project_access_tokens JOIN tokens ON tokens.id = token_id`;

/** Returns the tokens of a project that were not revoked, oldest first. */
export const listProjectTokens = (store: Store, projectId: number): ProjectToken[] =>
  store
    .all(`${select} WHERE project_id = ? AND revoked = 0 ORDER BY id`, projectId)
    .map((row) => tokenRow.parse(row));

export const findProjectToken = (store: Store, projectId: number, id: number): ProjectToken | null =>
  parseRow(tokenRow, store.get(`${select} WHERE project_id = ? AND id = ?`, projectId, id));

/** Returns whether a user is one that an access token of a project acts as. */
export const isTokenUser = (store: Store, userId: number): boolean =>
  store.get("SELECT 1 FROM project_access_tokens WHERE user_id = ? LIMIT 1", userId) !== undefined;

/** Makes a token of a user one of a project. */
export function addProjectToken(
  store: Store,
  token: Pick<ProjectToken, "id" | "projectId" | "userId" | "accessLevel" | "description">,
): void {
  store.run(
    `INSERT INTO project_access_tokens (token_id, project_id, user_id, access_level, description)
       VALUES (?, ?, ?, ?, ?)`,
    token.id,
    token.projectId,
    token.userId,
    token.accessLevel,
    token.description,
  );
}

/** Returns the id of the token that a user got last. */
export const lastTokenOf = (store: Store, userId: number): number =>
  parseCell("id", z.int(), store.get("SELECT max(id) AS id FROM tokens WHERE user_id = ?", userId)) ?? 0;

/** Makes a token worthless. */
export function revokeToken(store: Store, id: number): void {
  store.run("UPDATE tokens SET revoked = 1 WHERE id = ?", id);
}
