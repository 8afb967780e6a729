import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own with little space, as root on Linux mounts one. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no space. */
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
  const change = (option: string) => void execFileSync("mount", ["-o", `remount,${option}`, folder]);
  const filler = join(folder, "filler");
  return {
    folder,
    // Its size becomes what is used: as full as by writing to the last byte, at once. A size of 0 would be no limit.
    fill() {
      writeFileSync(filler, "-");
      const { bsize, blocks, bfree } = statfsSync(folder);
      change(`size=${(blocks - bfree) * bsize}`);
    },
    free() {
      change(`size=${mib}m`);
      rmSync(filler, { force: true });
    },
    setReadOnly: (isReadOnly) => change(isReadOnly ? "ro" : "rw"),
    remove() {
      execFileSync("umount", ["--lazy", folder]);
      mkdirSync(folder, { recursive: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
