import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "./store.ts";

/** Returns the service's own secret, from which tokens that are not stored are derived. Made when first needed. */
export const secretKey = (store: Store): Buffer => store.memory.of(loadKey, store);

function loadKey({ folder }: Store): Buffer {
  const path = join(folder, "secret.key");
  return readKey(path) ?? createKey(path);
}

function readKey(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Written whole or not at all: a part of a key would seal nothing that can be opened again. */
function createKey(path: string): Buffer {
  const key = randomBytes(32);
  const unfinished = `${path}.new`;
  try {
    writeFileSync(unfinished, key, { mode: 0o600, flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return key;
}

/** Returns the end of a token that is derived and not stored: 162 bits that only this service can make of a text. */
export const signToken = (store: Store, text: string): string =>
  createHmac("sha256", secretKey(store)).update(text).digest("base64url").slice(0, 27);

/** Compares two tokens in a time that does not depend on where they differ. */
export function isSameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

const sealingKey = (store: Store): Buffer =>
  Buffer.from(hkdfSync("sha256", secretKey(store), "", "sealed values", 32));

/** Encrypts a text with the service's own key. `owner` identifies where it is stored: it cannot be opened elsewhere. */
export function seal(store: Store, owner: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sealingKey(store), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Returns the text that {@link seal} encrypted for the same owner. Throws where it was changed or moved. */
export function unseal(store: Store, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, sealingKey(store), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString();
}
