import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../../shared/text/parse-json.ts";

/**
 * Policy for newer versions. `off`: nothing is done, for the reason. `announce`: the app says that there is one, and leads
 * to the page of its releases. `install`: it downloads and installs one after a click.
 */
export type UpdatePolicy =
  | { readonly kind: "off"; readonly reason: string }
  | { readonly kind: "announce" }
  | { readonly kind: "install" };

const off = (reason: string): UpdatePolicy => ({ kind: "off", reason });

/**
 * Returns the policy for newer versions of this app: a release has a feed only when one was configured while it was packed,
 * and installs from it only where the system checks the signature of what is installed. electron-updater checks none of an
 * AppImage: whoever writes the feed would run as the user.
 */
export function updatePolicy(
  resources: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): UpdatePolicy {
  const feed = join(resources, "app-update.yml");
  if (!existsSync(feed)) return off("This build has no update feed.");
  if (platform === "darwin") return { kind: "install" };
  if (platform === "win32") {
    return /^publisherName:/m.test(readFileSync(feed, "utf8"))
      ? { kind: "install" }
      : off("This build is not signed, so that the signature of an update could not be checked.");
  }
  if (platform === "linux" && env.APPIMAGE) return { kind: "announce" };
  return off("Updates come with the system's packages.");
}

const manifestSchema = z.object({ homepage: z.url({ protocol: /^https$/ }) });

/** Returns the page that a release job has written into the packed package.json, null where there is none. */
export function homepageOf(manifest: string): string | null {
  if (!existsSync(manifest)) return null;
  const read = manifestSchema.safeParse(parseJson(readFileSync(manifest, "utf8")));
  return read.success ? read.data.homepage : null;
}
