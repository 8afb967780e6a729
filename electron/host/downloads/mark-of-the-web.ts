import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";

/** Runs a program; resolves false where it fails. */
type Run = (program: string, args: readonly string[]) => Promise<boolean>;

/**
 * Marks a finished download as coming from the network, so that the system asks before it runs it: a `Zone.Identifier`
 * stream on Windows, the quarantine attribute on macOS. Linux has no such mark. The mark names the service's origin, not
 * the address, which may contain secrets. Returns whether the file is marked; a file system without streams or
 * attributes takes none.
 */
export async function markDownload(
  path: string,
  origin: string,
  {
    platform = process.platform,
    run = runProgram,
    now = Date.now(),
  }: { platform?: NodeJS.Platform; run?: Run; now?: number } = {},
): Promise<boolean> {
  if (platform === "win32") {
    const text = `[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=${origin}\r\n`;
    return writeFile(`${path}:Zone.Identifier`, text).then(
      () => true,
      () => false,
    );
  }
  if (platform !== "darwin") return false;
  // Flags, time in seconds as hexadecimal digits, program, id: what browsers write.
  const seconds = Math.floor(now / 1_000).toString(16);
  const value = `0081;${seconds};Helve;${randomUUID().toUpperCase()}`;
  return run("/usr/bin/xattr", ["-w", "com.apple.quarantine", value, path]);
}

function runProgram(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: 10_000 }, (error) => resolve(error === null));
  });
}
