/** Reason why a disk cannot be written to. */
export type StorageProblem = "disk_full" | "disk_read_only" | "disk_failing";

const codes: Readonly<Record<string, StorageProblem>> = {
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  EROFS: "disk_read_only",
  EIO: "disk_failing",
};

/** Primary result codes of SQLite: FULL, READONLY, IOERR and CANTOPEN, which is a journal that cannot be made. */
const sqliteCodes: Readonly<Record<number, StorageProblem>> = {
  13: "disk_full",
  8: "disk_read_only",
  10: "disk_failing",
  14: "disk_read_only",
};

/** Messages of the system as git prints them, in English. */
const messages: readonly (readonly [RegExp, StorageProblem])[] = [
  [/no space left on device|disk quota exceeded|not enough space/i, "disk_full"],
  [/read-only file system/i, "disk_read_only"],
  [/input\/output error/i, "disk_failing"],
];

const fieldOf = (error: object, name: string): unknown => Reflect.get(error, name);

/** Errors of what this user may not write. They are about the disk only in a folder of Helve's own. */
const denials: ReadonlySet<unknown> = new Set(["EACCES", "EPERM"]);

/** Returns whether an error says that something below a folder may not be written. */
function isDenied(error: object, folder: string): boolean {
  const path = fieldOf(error, "path");
  if (denials.has(fieldOf(error, "code"))) return typeof path === "string" && path.startsWith(folder);
  const stderr = fieldOf(error, "stderr");
  return typeof stderr === "string" && /permission denied|insufficient permission/i.test(stderr);
}

/**
 * Returns the problem of a disk that an error of Node, SQLite or git is about; null for all other errors. With a folder of
 * Helve's own, what may not be written there counts, too.
 */
export function storageProblemOf(error: unknown, folder?: string): StorageProblem | null {
  if (typeof error !== "object" || error === null) return null;
  if (folder !== undefined && isDenied(error, folder)) return "disk_read_only";
  const code = fieldOf(error, "code");
  if (typeof code === "string" && codes[code]) return codes[code];
  const errcode = fieldOf(error, "errcode");
  if (code === "ERR_SQLITE_ERROR" && typeof errcode === "number") return sqliteCodes[errcode & 0xff] ?? null;
  const stderr = fieldOf(error, "stderr");
  if (typeof stderr === "string") {
    const found = messages.find(([message]) => message.test(stderr));
    if (found) return found[1];
  }
  return storageProblemOf(fieldOf(error, "cause"), folder);
}

/** Returns whether an error says that a disk cannot be written to. */
export const isStorageError = (error: unknown): boolean => storageProblemOf(error) !== null;

/** Does work that may be left out on a disk that cannot be written to. Throws what else goes wrong. */
export function whereWritable(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isStorageError(error)) throw error;
  }
}

/** Returns the sentence for a user about a folder's disk, without what happened to the operation. */
export function describeStorageProblem(problem: StorageProblem, folder: string): string {
  switch (problem) {
    case "disk_full":
      return `The disk with ${folder} is full. Free some space and try again.`;
    case "disk_read_only":
      return `${folder} cannot be written to: its disk is read-only, or its permissions do not allow it. Make it writable and try again.`;
    case "disk_failing":
      return `The disk with ${folder} reports an error. Check the disk and try again.`;
  }
}
