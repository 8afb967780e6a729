import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

/** Permission bits of the group and of everybody else. */
const groupAndOthers = 0o077;
const sticky = 0o1000;

/**
 * Creates a folder where it is missing and denies other users of this machine access to it: mode 0700, or the matching
 * access list on Windows. With `contents`, the files of a folder that others could read are changed too. Throws Error for
 * a folder that all users share, such as /tmp.
 */
export function restrictToOwner(folder: string, { contents }: { readonly contents: boolean }): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform === "win32") {
    const { program, args } = accessListCommand(folder, process.env);
    execFileSync(program, [...args], { stdio: "ignore", windowsHide: true });
    return;
  }
  const { mode } = statSync(folder);
  if ((mode & groupAndOthers) === 0) return;
  if (mode & sticky) throw new Error(`${folder} is shared by all users. Choose a folder of Helve's own.`);
  chmodSync(folder, 0o700);
  if (contents) restrictContents(folder);
}

/** Others cannot enter the folder any more; the modes of its files matter once they are copied or moved. */
function restrictContents(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, lstatSync(path).mode & 0o700);
  }
}

/**
 * Returns the command that limits a Windows folder and all below it to this user, the system and the administrators, as
 * in the user's own profile.
 */
export function accessListCommand(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
  user: string = userInfo().username,
): { readonly program: string; readonly args: readonly string[] } {
  const owner = environment.USERDOMAIN ? `${environment.USERDOMAIN}\\${user}` : user;
  const system = "*S-1-5-18";
  const administrators = "*S-1-5-32-544";
  return {
    program: `${environment.SystemRoot ?? "C:\\Windows"}\\System32\\icacls.exe`,
    args: [
      folder,
      "/inheritance:r",
      "/grant:r",
      ...[owner, system, administrators].map((name) => `${name}:(OI)(CI)F`),
    ],
  };
}

const own = 0o077;

/**
 * Makes the files that this process creates from now on private to this user. Returns the umask before, null where nothing
 * changed: files that git creates in a repository that was opened from disk keep the permissions that the user's own git
 * would set.
 */
export function restrictUmask(): number | null {
  if (!isMainThread || process.platform === "win32") return null;
  const before = process.umask(own);
  return before === own ? null : before;
}
