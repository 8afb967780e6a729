import { join } from "node:path";
import { z } from "zod";
import { GitRefusal } from "../git-refusal.ts";
import { hasOwn, linkOwn, makeOwnFolder, readOwn, writeOwn } from "../own-files.ts";
import type { OriginalLayout, OriginalSettings } from "./original-layout.ts";

/** File that marks a git folder of Helve's whose refs are links into an original. */
const marker = "linked";
const known = new Map<string, boolean>();

/** Returns whether a git folder of Helve's links to the refs of an original, so that no maintenance may run in it. */
export function isLinked(folder: string): boolean {
  const found = known.get(folder) ?? hasOwn(folder, marker);
  known.set(folder, found);
  return found;
}

const roots = new Map<string, Promise<string>>();

/** Returns the folder with the refs and objects of a linked repository's original; null for one of Helve's own. */
export async function originalRoot(folder: string): Promise<string | null> {
  if (!isLinked(folder)) return null;
  const root = roots.get(folder) ?? readLayout(folder).then(({ commonDir }) => commonDir);
  roots.set(folder, root);
  root.catch(() => roots.delete(folder));
  return root;
}

/** Returns the git folder of a linked repository's original. */
export const readLayout = async (folder: string): Promise<OriginalLayout> =>
  storedLayout.parse(JSON.parse((await readOwn(folder, marker)) ?? "null"));

const storedLayout = z.object({
  kind: z.enum(["worktree", "bare", "linked", "bundle"]),
  path: z.string(),
  gitDir: z.string(),
  commonDir: z.string(),
});

/** Linked names, the same in Helve's git folder and in the original's. */
const linkedFolders = ["refs/heads", "refs/tags", "refs/helve", "logs/refs/heads", "logs/refs/tags"];
const linkedFiles = ["packed-refs", "shallow", "info/attributes"];

/**
 * Makes a git folder of Helve's own over an original: refs are links into it, objects are borrowed, and the
 * configuration is written here, so that git reads and runs nothing that the original configures.
 */
export async function linkRepository(
  folder: string,
  layout: OriginalLayout,
  settings: OriginalSettings,
): Promise<void> {
  const { commonDir } = layout;
  known.delete(folder);
  roots.delete(folder);
  for (const name of ["objects/info", "objects/pack", "refs", "logs/refs", "info"]) {
    await makeOwnFolder(folder, name);
  }
  const reftable = settings.refFormat === "reftable";
  await writeOwn(folder, "config", configOf(settings));
  await writeOwn(join(folder, "objects", "info"), "alternates", `${quote(join(commonDir, "objects"))}\n`);
  await link(commonDir, folder, reftable ? ["reftable"] : linkedFolders, "junction");
  await link(commonDir, folder, reftable ? linkedFiles.slice(1) : linkedFiles, "file");
  const { kind, path, gitDir } = layout;
  await writeOwn(folder, marker, JSON.stringify({ kind, path, gitDir, commonDir }));
  known.set(folder, true);
}

async function link(
  from: string,
  to: string,
  names: readonly string[],
  type: "junction" | "file",
): Promise<void> {
  for (const name of names) {
    try {
      await linkOwn(to, name, join(from, name), type);
    } catch (error) {
      // Windows lets only some users link files.
      if (!(error instanceof Error && "code" in error && error.code === "EPERM")) throw error;
      throw new GitRefusal(
        "original_unreadable",
        "Windows does not let this user make symbolic links. Turn on Developer Mode to open local repositories.",
        { path: from },
      );
    }
  }
}

function configOf({ objectFormat, refFormat, shared }: OriginalSettings): string {
  const extensions = [
    ...(objectFormat === "sha1" ? [] : [`\tobjectFormat = ${objectFormat}`]),
    ...(refFormat === "files" ? [] : [`\trefStorage = ${refFormat}`]),
  ];
  const lines = [
    "[core]",
    `\trepositoryFormatVersion = ${extensions.length > 0 ? 1 : 0}`,
    "\tbare = true",
    // Existing reflogs are continued; new ones are requested one by one.
    "\tlogAllRefUpdates = false",
    ...(shared === null ? [] : [`\tsharedRepository = ${shared}`]),
    ...(extensions.length > 0 ? ["[extensions]", ...extensions] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** A line of `alternates`: git takes quotes at its start and unquotes them as C does. */
function quote(path: string): string {
  if (!/^["#]|[\n\r]/.test(path)) return path;
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;
}

/** Points HEAD of a linked git folder at a branch. A reftable contains the original's HEAD, which stays as it is. */
export async function setLinkedHead(folder: string, branch: string): Promise<void> {
  if (hasOwn(folder, "reftable")) return;
  await writeOwn(folder, "HEAD", `ref: refs/heads/${branch}\n`);
}
