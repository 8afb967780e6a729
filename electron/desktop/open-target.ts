import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { readDeepLink } from "../../shared/host/account-url.ts";

/** Arguments and folder of a start; a second one sends them along with the single-instance lock. */
export const launchRequest = z.object({
  /** Arguments without the program and, in a run from sources, without the script. */
  args: z.array(z.string()),
  /** The folder that relative paths start from. */
  folder: z.string(),
});
type LaunchRequest = z.output<typeof launchRequest>;

/** The request of this process. A run from sources has its script among the arguments. */
export const ownRequest = (argv: readonly string[], packaged: boolean): LaunchRequest => ({
  args: argv.slice(packaged ? 1 : 2),
  folder: process.cwd(),
});

/**
 * Returns what the request opens: a `helve://` link, or the `file:` URL of a folder or of a file's folder; null for
 * nothing.
 */
export function targetOf({ args, folder }: LaunchRequest): string | null {
  for (const argument of args) {
    const target =
      readDeepLink(argument) ?? (argument.startsWith("-") ? null : folderUrl(resolve(folder, argument)));
    if (target) return target;
  }
  return null;
}

/** The `file:` URL of a folder, or of the folder around a file; null where there is neither. */
export function folderUrl(path: string): string | null {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return null;
  return pathToFileURL(info.isDirectory() ? path : dirname(path)).href;
}
