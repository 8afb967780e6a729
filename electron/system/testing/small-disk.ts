import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own with little space, as root on Linux mounts one. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all space that is left. */
  fill(): void;
  /** Gives the space back. */
  free(): void;
  /** Makes it read-only, or writable again. No file may be open to be written then. */
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

/** True where a file system can be mounted. */
export const canMount = process.platform === "linux" && process.getuid?.() === 0 && triesToMount();

function triesToMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "helve-mount-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
  if (status === 0) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

/** Mounts a file system of some MiB. */
export function smallDisk(mib: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "helve-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m,mode=700`, "tmpfs", folder]);
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      const file = openSync(filler, "a");
      // Smaller and smaller, to the last byte.
      for (const size of [1024 * 1024, 64 * 1024, 4096]) {
        const bytes = Buffer.alloc(size);
        try {
          while (writeSync(file, bytes) > 0);
        } catch {
          // It is full for this size.
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) =>
      void execFileSync("mount", ["-o", `remount,${isReadOnly ? "ro" : "rw"}`, folder]),
    remove() {
      execFileSync("umount", ["--lazy", folder]);
      mkdirSync(folder, { recursive: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
