import { createHash, randomBytes } from "node:crypto";
import type { Scope } from "../../../../shared/api/contract/operation.ts";
import type { Store } from "../store.ts";
import { findUser, type User } from "./users.ts";

/** A personal access token, without the token itself. */
export interface Token {
  readonly id: number;
  readonly user: User;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  /** ISO date, null for a token that does not end. */
  readonly expiresAt: string | null;
}

/** Only the digest of a token is ever written down. */
const digestOf = (plain: string): string => createHash("sha256").update(plain).digest("hex");

/** Text of a new token. */
export const mintToken = (): string => `hlv-${randomBytes(24).toString("base64url")}`;

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Text of the token; a new one is minted without it. */
  readonly token?: string;
  readonly expiresAt?: string;
}

/** Keeps a token for a user and answers its text, which is not to be had again. */
export function issueToken(store: Store, userId: number, token: NewToken): string {
  const plain = token.token ?? mintToken();
  store.run(
    "INSERT INTO tokens (user_id, name, digest, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
    userId,
    token.name,
    digestOf(plain),
    token.scopes.join(" "),
    new Date().toISOString(),
    token.expiresAt ?? null,
  );
  return plain;
}

/** The token of this text: "ended" where it was one and is revoked or over, null where it never was. */
export function findToken(store: Store, plain: string): Token | "ended" | null {
  const row = store.get("SELECT * FROM tokens WHERE digest = ?", digestOf(plain));
  const user = row && findUser(store, Number(row.user_id));
  if (!row || !user) return null;
  const expiresAt = row.expires_at === null ? null : String(row.expires_at);
  const over = expiresAt !== null && expiresAt <= new Date().toISOString().slice(0, 10);
  if (over || row.revoked !== 0) return "ended";
  return {
    id: Number(row.id),
    user,
    name: String(row.name),
    scopes: String(row.scopes).split(" ") as Scope[],
    createdAt: String(row.created_at),
    expiresAt,
  };
}
