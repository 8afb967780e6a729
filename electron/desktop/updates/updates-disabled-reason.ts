import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns why this app does not update itself, or null where it does: a release has a feed only when one was configured while it
 * was packed, and is trusted only where its signature can be checked.
 */
export function updatesDisabledReason(
  resources: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const feed = join(resources, "app-update.yml");
  if (!existsSync(feed)) return "This build has no update feed.";
  if (platform === "win32" && !/^publisherName:/m.test(readFileSync(feed, "utf8"))) {
    return "This build is not signed, so that the signature of an update could not be checked.";
  }
  if (platform === "linux" && !env.APPIMAGE) return "Updates come with the system's packages.";
  return null;
}
