import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "./store.ts";

const keys = new WeakMap<Store, Buffer>();

/** Returns the service's own secret, from which tokens that are not stored are derived. Made when first needed. */
export function secretKey(store: Store): Buffer {
  const known = keys.get(store);
  if (known) return known;
  const path = join(store.folder, "secret.key");
  const key = readKey(path) ?? createKey(path);
  keys.set(store, key);
  return key;
}

function readKey(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function createKey(path: string): Buffer {
  const key = randomBytes(32);
  writeFileSync(path, key, { mode: 0o600, flag: "wx" });
  return key;
}
