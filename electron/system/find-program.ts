import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";

/** The platform for which programs are searched; this one unless given. */
interface ProgramSearch {
  /** Folders, as the environment lists them. */
  readonly path: string;
  readonly platform: NodeJS.Platform;
  /** Whether a path is a program that may be started. */
  readonly isProgram: (path: string) => boolean;
}

/** The folders of a search path that are absolute: an empty or relative one means the current folder. */
export function absoluteFolders(
  path: string,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const { delimiter, isAbsolute, parse } = platform === "win32" ? win32 : posix;
  const folders = path.split(delimiter).map((folder) => folder.replace(/^"(.*)"$/, "$1"));
  // On Windows `\tools` is absolute too, but on whatever drive is the current one.
  return folders.filter(
    (folder) => isAbsolute(folder) && (platform !== "win32" || parse(folder).root.length > 1),
  );
}

/**
 * The absolute path of a program. Windows would search a bare name in the current folder first, which may be a
 * repository that contains a `git.exe`. Throws Error where there is none.
 */
export function findProgram(name: string, search: Partial<ProgramSearch> = {}): string {
  const { path = process.env.PATH ?? "", platform = process.platform, isProgram = mayStart } = search;
  const { join } = platform === "win32" ? win32 : posix;
  const file = platform === "win32" ? `${name}.exe` : name;
  const candidates = absoluteFolders(path, platform).map((folder) => join(folder, file));
  const found = candidates.find(isProgram);
  if (found === undefined) throw new Error(`${name} was not found on this computer`);
  return found;
}

/** Returns whether a file exists that this process may start. */
export function mayStart(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
