import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
