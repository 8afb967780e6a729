import { join } from "node:path";
import { z } from "zod";
import { GitRefusal } from "./git-errors.ts";
import { type GitFolder, perRepository } from "./git-folder.ts";
import type { OriginalLayout, OriginalSettings } from "./original-layout.ts";
import { hasOwn, linkOwn, makeOwnFolder, readOwn, writeOwn } from "./own-files.ts";

/** File that marks a git folder of Helve's whose refs are links into an original. */
const marker = "linked";
/** Whether a git folder links to the refs of an original, and the root of that; undefined where it was not read yet. */
const linkOf = perRepository((): { isLinked?: boolean; root?: Promise<string> } => ({}));

/** Returns whether a git folder of Helve's links to the refs of an original, so that no maintenance may run in it. */
export function isLinked(repository: GitFolder): boolean {
  const link = linkOf(repository);
  link.isLinked ??= hasOwn(repository.folder, marker);
  return link.isLinked;
}

/** Returns the folder with the refs and objects of a linked repository's original; null for one of Helve's own. */
export async function originalRoot(repository: GitFolder): Promise<string | null> {
  if (!isLinked(repository)) return null;
  const link = linkOf(repository);
  link.root ??= readLayout(repository.folder).then(({ commonDir }) => commonDir);
  link.root.catch(() => delete link.root);
  return link.root;
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
  repository: GitFolder,
  layout: OriginalLayout,
  settings: OriginalSettings,
): Promise<void> {
  const { commonDir } = layout;
  const known = linkOf(repository);
  delete known.isLinked;
  delete known.root;
  for (const name of ["objects/info", "objects/pack", "refs", "logs/refs", "info"]) {
    await makeOwnFolder(repository.folder, name);
  }
  const reftable = settings.refFormat === "reftable";
  await writeOwn(repository.folder, "config", configOf(settings));
  await writeOwn(
    join(repository.folder, "objects", "info"),
    "alternates",
    `${quote(join(commonDir, "objects"))}\n`,
  );
  await link(commonDir, repository.folder, reftable ? ["reftable"] : linkedFolders, "junction");
  await link(commonDir, repository.folder, reftable ? linkedFiles.slice(1) : linkedFiles, "file");
  const { kind, path, gitDir } = layout;
  await writeOwn(repository.folder, marker, JSON.stringify({ kind, path, gitDir, commonDir }));
  known.isLinked = true;
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
