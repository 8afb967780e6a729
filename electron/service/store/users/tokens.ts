import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { TokenScope } from "../../../../shared/api/contract/operation.ts";
import { timeNow } from "../../clock.ts";
import { flag, parseRow, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import { findUser, type User } from "./users.ts";

const scope = z.enum(["api", "read_user", "read_repository", "write_repository"]);

/** Scopes as they are stored: names with spaces between. */
export const tokenScopes = z
  .string()
  .transform((text): TokenScope[] => z.array(scope).parse(text.split(" ")));

const tokenRow = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  scopes: tokenScopes,
  created_at: z.string(),
  expires_at: textOrNull,
  revoked: flag,
  last_used_at: textOrNull,
});

/** A personal access token, without the token itself. */
export interface AccessToken {
  readonly id: number;
  readonly user: User;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: string;
  /** ISO date, null for a token that does not end. */
  readonly expiresAt: string | null;
  /** Time of a use, up to {@link useIntervalMs} before the last one; null for a token that was not used. */
  readonly lastUsedAt: string | null;
}

/** Milliseconds between two records of the use of a token. */
const useIntervalMs = 5 * 60_000;

/** Records that a token is used now, unless that was recorded in the last minutes. */
export function recordTokenUse(
  store: Store,
  { id, lastUsedAt }: Pick<AccessToken, "id" | "lastUsedAt">,
): void {
  const now = store.clock.now();
  const since = lastUsedAt === null ? Number.POSITIVE_INFINITY : now - Date.parse(lastUsedAt);
  // Also where the clock was set back.
  if (since >= 0 && since < useIntervalMs) return;
  store.run("UPDATE tokens SET last_used_at = ? WHERE id = ?", timeNow(store), id);
}

/** Returns the digest of a token; the token itself is not stored. */
const digestOf = (plain: string): string => createHash("sha256").update(plain).digest("hex");

/** Returns the text of a new token. */
export const mintToken = (): string => `hlv-${randomBytes(24).toString("base64url")}`;

interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Text of the token; a new one is minted without it. */
  readonly token?: string;
  readonly expiresAt?: string;
}

/** Stores the digest of a token for a user and returns its text, which cannot be read again. */
export function issueToken(store: Store, userId: number, token: NewToken): string {
  const plain = token.token ?? mintToken();
  store.run(
    "INSERT INTO tokens (user_id, name, digest, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
    userId,
    token.name,
    digestOf(plain),
    token.scopes.join(" "),
    timeNow(store),
    token.expiresAt ?? null,
  );
  return plain;
}

/** Returns the token of a text: "ended" where it is revoked or expired, null where it is unknown. */
export function findToken(store: Store, plain: string): AccessToken | "ended" | null {
  const row = parseRow(tokenRow, store.get("SELECT * FROM tokens WHERE digest = ?", digestOf(plain)));
  const user = row && findUser(store, row.user_id);
  if (!row || !user) return null;
  const { id, name, scopes, created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt } = row;
  const isExpired = expiresAt !== null && expiresAt <= timeNow(store).slice(0, 10);
  return isExpired || row.revoked ? "ended" : { id, user, name, scopes, createdAt, expiresAt, lastUsedAt };
}
