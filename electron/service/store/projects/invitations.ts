import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { intOrNull, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const invitationRow = z
  .object({
    project_id: z.int(),
    email: z.string(),
    access_level: z.int(),
    expires_at: textOrNull,
    created_by_id: intOrNull,
    created_at: z.string(),
  })
  .transform((row) => ({
    projectId: row.project_id,
    email: row.email,
    level: row.access_level,
    /** ISO day on which the membership ends, null for none. */
    expiresAt: row.expires_at,
    createdById: row.created_by_id,
    createdAt: row.created_at,
  }));

/** Somebody who was invited to a project by an address that no user has. */
export type Invitation = Readonly<z.output<typeof invitationRow>>;

/** The invitations to a project, by address. */
export const listInvitationRows = (store: Store, projectId: number): Invitation[] =>
  parseRows(
    invitationRow,
    store.all("SELECT * FROM invitations WHERE project_id = ? ORDER BY email", projectId),
  );

/** The invitations of an address to any project. */
export const listInvitationsOf = (store: Store, email: string): Invitation[] =>
  parseRows(invitationRow, store.all("SELECT * FROM invitations WHERE email = ?", email));

/** Adds an invitation, or changes that of the same address. */
export function putInvitation(store: Store, invitation: Omit<Invitation, "createdAt">): void {
  store.run(
    `INSERT INTO invitations (project_id, email, access_level, expires_at, created_by_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, email) DO UPDATE SET access_level = excluded.access_level,
       expires_at = excluded.expires_at`,
    invitation.projectId,
    invitation.email,
    invitation.level,
    invitation.expiresAt,
    invitation.createdById,
    timeNow(store),
  );
}

export function deleteInvitationRow(store: Store, projectId: number, email: string): void {
  store.run("DELETE FROM invitations WHERE project_id = ? AND email = ?", projectId, email);
}
