import { resolve } from "node:path";
import { z } from "zod";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

const list = z.array(z.string()).default([]);
/** Folders to open, work trees outside of them, origins of services and hooks, hosts of images. */
const stored = z.object({ folders: list, worktrees: list, origins: list, images: list });

/** Something that the user confirmed once, outside of the page, and is never asked about again. */
export interface Consent {
  readonly kind: keyof z.output<typeof stored>;
  readonly value: string;
}

/** Consents of the user, in `consents.json`. */
export class Consents {
  readonly #path: string;
  #value: z.output<typeof stored>;

  constructor(path: string) {
    this.#path = path;
    this.#value = readJsonFile(path, stored) ?? stored.parse({});
  }

  has({ kind, value }: Consent): boolean {
    return this.#value[kind].includes(keyOf(kind, value));
  }

  /** A consent that cannot be written, as on a full disk, holds for this run. */
  add(consents: readonly Consent[]): void {
    const news = consents.filter((consent) => !this.has(consent));
    if (news.length === 0) return;
    const next = structuredClone(this.#value);
    for (const { kind, value } of news) next[kind].push(keyOf(kind, value));
    this.#value = next;
    try {
      writeJsonFile(this.#path, next);
    } catch {
      // Asked again after the next start.
    }
  }
}

/** Windows compares paths without case. */
function keyOf(kind: Consent["kind"], value: string): string {
  if (kind !== "folders" && kind !== "worktrees") return value;
  const path = resolve(value);
  return process.platform === "win32" ? path.toLowerCase() : path;
}
