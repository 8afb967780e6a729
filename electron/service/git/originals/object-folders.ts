import { foreignFolder, refuseForeign } from "./foreign.ts";

/**
 * Throws {@link GitRefusal} where the object folder of an original, or one of the folders in it that git writes to, is a
 * link: what is borrowed from elsewhere is read, and never written to.
 */
export async function requireOwnObjectFolders(objects: string): Promise<void> {
  const folder = foreignFolder(objects);
  await folder.requireFolder("");
  for (const { name, kind } of await folder.list("")) {
    if (kind !== "link" && kind !== "other") continue;
    throw refuseForeign(`${objects}/${name}`, kind === "link" ? "link" : "not_plain");
  }
}
