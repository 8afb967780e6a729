import { randomUUID } from "node:crypto";
import { type BigIntStats, constants, createWriteStream, type Dirent } from "node:fs";
import {
  chmod,
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rmdir,
  unlink,
  writeFile,
} from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import {
  type Bytes,
  fromBytes,
  inFolder,
  isAbsent,
  openPlain,
  pathOfOpen,
  type RefuseForeign,
  toBytes,
} from "./folder-walk.ts";

export type { FileHandle as OpenFile } from "node:fs/promises";

export type EntryKind = "file" | "folder" | "link" | "other";

/** An entry of a folder. */
interface ForeignEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** Milliseconds after which a call of the file system counts as never returning. */
const callTimeoutMs = 15_000;
/** Bytes of the longest file that is read whole: a list of packed refs may be long, pointer files are not. */
const maxReadBytes = 64 * 1024 * 1024;

/**
 * The one way to files of a folder that others may write to: an opened repository, its work trees, a bundle. Paths are
 * relative to `root`. No part of one is followed where it is a link, nothing but plain files and folders is opened, and
 * new files get a name of their own before they replace another one. On systems other than Linux a folder that becomes a
 * link between its check and its use is noticed by opening files alone.
 */
export class ForeignFolder {
  readonly root: string;
  readonly #refuse: RefuseForeign;

  constructor(root: string, refuse: RefuseForeign) {
    this.root = root;
    this.#refuse = refuse;
  }

  /** Returns the stats of a file, folder or link; null where nothing is there. */
  stat(path: string | Buffer): Promise<BigIntStats | null> {
    return this.#at(path, async (here) =>
      here === null ? null : lstat(fromBytes(here), { bigint: true }).catch(absent),
    );
  }

  /** Returns what is at a path; null where nothing is. */
  async kind(path: string | Buffer): Promise<EntryKind | null> {
    const found = await this.stat(path);
    return found && kindOf(found);
  }

  /** Returns what some names of one folder are, null for those that are not there. */
  async kinds(folder: string, names: readonly string[]): Promise<(EntryKind | null)[]> {
    return this.#within(folder, async (here) => {
      const kinds: (EntryKind | null)[] = [];
      for (const name of names) {
        const found = here === null ? null : await lstat(fromBytes(`${here}/${toBytes(name)}`)).catch(absent);
        kinds.push(found && kindOf(found));
      }
      return kinds;
    });
  }

  async exists(path: string | Buffer): Promise<boolean> {
    return (await this.stat(path)) !== null;
  }

  /** Returns the content of a plain file; null where nothing is there. */
  async read(path: string | Buffer, maxBytes = maxReadBytes): Promise<Buffer | null> {
    const file = await this.open(path);
    if (!file) return null;
    try {
      const { size } = await file.stat();
      if (size > maxBytes) throw this.#refuse(this.#show(path), "too_large");
      return await this.#intime(path, file.readFile());
    } finally {
      await file.close();
    }
  }

  /** Returns the text of a plain file; null where nothing is there. */
  async readText(path: string, maxBytes?: number): Promise<string | null> {
    return (await this.read(path, maxBytes))?.toString() ?? null;
  }

  /** Returns the text of a link; null for anything else. */
  readLink(path: string | Buffer): Promise<Buffer | null> {
    return this.#at(path, async (here) => {
      if (here === null) return null;
      return readlink(fromBytes(here), { encoding: "buffer" }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "EINVAL" || error.code === "UNKNOWN") return null;
        return absent(error);
      });
    });
  }

  /** Opens a plain file for reading; null where nothing is there. The caller closes it. */
  open(path: string | Buffer): Promise<FileHandle | null> {
    return this.#at(path, async (here) =>
      here === null ? null : openPlain(here, this.#show(path), this.#refuse),
    );
  }

  /** Returns the entries of a folder, none where it is not there. */
  list(path: string): Promise<ForeignEntry[]> {
    return this.#within(path, async (here) => {
      if (here === null) return [];
      const entries = await readdir(fromBytes(here), { withFileTypes: true }).catch((error: unknown) => {
        if (isAbsent(error)) return [];
        throw error;
      });
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
    });
  }

  /** Copies a plain file into one of Helve's own, at once where the disk can. Returns false where nothing is there. */
  async copyTo(path: string | Buffer, own: string): Promise<boolean> {
    const file = await this.open(path);
    if (!file) return false;
    try {
      const again = pathOfOpen(file);
      if (again !== null) await copyFile(again, own, constants.COPYFILE_FICLONE);
      else
        await pipeline(file.createReadStream({ autoClose: false }), createWriteStream(own, { mode: 0o600 }));
      return true;
    } finally {
      await file.close();
    }
  }

  /** Creates a file; returns false where something of any kind has its name. */
  create(path: string, content: string): Promise<boolean> {
    return this.#at(path, async (here) => {
      if (here === null) throw this.#refuse(this.#show(path), "no_folder");
      try {
        await writeFile(fromBytes(here), content, { flag: "wx" });
        return true;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
        throw error;
      }
    });
  }

  /**
   * Replaces a file by a copy of one of Helve's own, at once and flushed to the disk. A link of that name is replaced, and
   * what it leads to stays.
   */
  replace(path: string, own: string, mode: number): Promise<void> {
    return this.#at(path, async (here) => {
      if (here === null) throw this.#refuse(this.#show(path), "no_folder");
      const next = `${here}.${temporaryMark}${randomUUID()}`;
      try {
        await copyFile(own, fromBytes(next), constants.COPYFILE_EXCL);
        const written = await open(fromBytes(next), (constants.O_NOFOLLOW ?? 0) | constants.O_RDWR);
        try {
          await written.chmod(mode);
          await written.sync();
        } finally {
          await written.close();
        }
        await rename(fromBytes(next), fromBytes(here));
      } catch (error) {
        await unlink(fromBytes(next)).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Removes what a killed {@link replace} left beside a file. */
  async removeUnfinished(path: string): Promise<void> {
    const [folder, name] = splitLast(path);
    for (const entry of await this.list(folder)) {
      const isLeft = entry.kind === "file" && entry.name.startsWith(`${name}.${temporaryMark}`);
      if (isLeft) await this.remove(folder === "" ? entry.name : `${folder}/${entry.name}`);
    }
  }

  /** Removes a file or link, if there is one. */
  remove(path: string | Buffer): Promise<void> {
    return this.#at(path, async (here) => {
      if (here !== null) await unlink(fromBytes(here)).catch(absent);
    });
  }

  /** Removes an empty folder; returns false where it is not one. */
  removeFolder(path: string | Buffer): Promise<boolean> {
    return this.#at(path, async (here) => {
      if (here === null) return false;
      return rmdir(fromBytes(here)).then(
        () => true,
        () => false,
      );
    });
  }

  /** Makes a folder with those above it, where they are missing. `mode` is set regardless of the umask. */
  async makeFolder(path: string, mode: number): Promise<void> {
    const parts = this.#partsOf(path);
    for (let count = 1; count <= parts.length; count++) {
      await this.#at(fromBytes(parts.slice(0, count).join("/")), async (here) => {
        if (here === null) throw this.#refuse(this.#show(path), "no_folder");
        const made = await mkdir(fromBytes(here)).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code === "EEXIST") return false;
            throw error;
          },
        );
        if (made && !isWindows) await chmod(fromBytes(here), mode);
      });
    }
    await this.requireFolder(path);
  }

  /** Throws where something at a path is not a plain file, or where a link leads to it. */
  async requireFile(path: string): Promise<void> {
    const kind = await this.kind(path);
    if (kind === null || kind === "file") return;
    throw this.#refuse(this.#show(path), kind === "link" ? "link" : "not_plain");
  }

  /** Throws where something at a path is not a folder, or where a link leads to it. */
  async requireFolder(path: string): Promise<void> {
    const kind = await this.kind(path);
    if (kind === null || kind === "folder") return;
    throw this.#refuse(this.#show(path), kind === "link" ? "link" : "not_plain");
  }

  /** Returns the parts of a relative path. Throws for one that would lead out. */
  #partsOf(path: string | Buffer): Bytes[] {
    const bytes = toBytes(path);
    const parts = (isWindows ? bytes.replaceAll("\\", "/") : bytes).split("/").filter(Boolean);
    if (parts.includes("..") || parts.includes(".") || bytes.includes("\0"))
      throw this.#refuse(this.#show(path), "not_below");
    return parts;
  }

  #show(path: string | Buffer): string {
    const text = path.toString();
    return text === "" ? this.root : `${this.root}/${text}`;
  }

  /** Calls `work` with a way to a path whose folders are no links; with null where one of them is not there. */
  async #at<T>(path: string | Buffer, work: (here: Bytes | null) => Promise<T>): Promise<T> {
    const parts = this.#partsOf(path);
    const name = parts.pop() ?? ".";
    const enter = (folder: Bytes | null) => work(folder === null ? null : `${folder}/${name}`);
    return this.#intime(path, inFolder(this.root, parts, this.#refuse, enter));
  }

  async #within<T>(path: string, work: (here: Bytes | null) => Promise<T>): Promise<T> {
    return this.#intime(path, inFolder(this.root, this.#partsOf(path), this.#refuse, work));
  }

  async #intime<T>(path: string | Buffer, call: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.#refuse(this.#show(path), "no_response")), callTimeoutMs);
      timer.unref();
    });
    try {
      return await Promise.race([call, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

const isWindows = process.platform === "win32";

/** Mark of files that {@link ForeignFolder.replace} has not finished. */
const temporaryMark = "helve-";

const absent = (error: unknown): null => {
  if (isAbsent(error)) return null;
  throw error;
};

function splitLast(path: string): readonly [string, string] {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? ["", path] : [path.slice(0, slash), path.slice(slash + 1)];
}

type Kinded = Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">;

const kindOf = (found: Kinded): EntryKind =>
  found.isFile() ? "file" : found.isDirectory() ? "folder" : found.isSymbolicLink() ? "link" : "other";
