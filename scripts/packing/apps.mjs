import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Finds the unpacked apps that electron-builder left in its output folder, with the paths that `inspectApp` needs. */
export function unpackedApps(output) {
  if (!existsSync(output)) return [];
  return readdirSync(output).flatMap((name) => {
    const folder = join(output, name);
    if (/^linux.*unpacked$/.test(name))
      return [{ name, resources: join(folder, "resources"), executable: join(folder, "helve") }];
    if (/^win.*unpacked$/.test(name))
      return [{ name, resources: join(folder, "resources"), executable: join(folder, "Helve.exe") }];
    const bundle = join(folder, "Helve.app");
    if (!/^mac/.test(name) || !existsSync(bundle)) return [];
    return [{ name, resources: join(bundle, "Contents", "Resources"), executable: bundle }];
  });
}
