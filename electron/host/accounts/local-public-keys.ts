import { constants } from "node:fs";
import { lstat, open, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { LocalPublicKeys } from "../../../shared/host/ssh-keys.ts";
import { readPublicKey } from "../../../shared/ssh/public-key.ts";

/** Bytes of the longest file that is read; a public key of 16,384 bits takes 3 KB. */
const maxBytes = 16_000;
/** Files that are read, in the order of their names. */
const maxFiles = 200;

/** Returns the public keys in the `.ssh` folder of a home folder; none where there is no such folder. */
export async function localPublicKeyFiles(home: string): Promise<LocalPublicKeys> {
  const folder = join(home, ".ssh");
  const names = await readdir(folder).catch(() => []);
  const candidates = names.filter((name) => name.endsWith(".pub")).toSorted();
  const keys = [];
  for (const name of candidates.slice(0, maxFiles)) {
    const text = await readRegularFile(join(folder, name)).catch(() => null);
    const key = text === null ? null : readPublicKey(text);
    if (key) keys.push({ name, line: key.line });
  }
  return { folder: await realpath(folder).catch(() => folder), keys };
}

/** Reads a short file. Returns null for a link, a folder, a pipe and what is too long. */
async function readRegularFile(path: string): Promise<string | null> {
  // Checked before it is opened, since opening a pipe may block; and again after, since it may have been replaced.
  if (!(await lstat(path)).isFile()) return null;
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > maxBytes) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead).toString("utf8");
  } finally {
    await file.close();
  }
}
