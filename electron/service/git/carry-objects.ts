import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { foreignFolder } from "./foreign.ts";
import { GitError, GitRefusal } from "./git-errors.ts";
import type { GitFolder } from "./git-folder.ts";
import { createTemporaryFolder, listOwn, readOwnBytes, streamOwn, temporaryRoot } from "./own-files.ts";
import { requireOwnObjectFolders } from "./ref-paths.ts";
import type { Repository } from "./repository.ts";
import { gitText, spawnGit } from "./run.ts";

/** Content of the `.keep` file of a carried pack. */
const keepNote = "helve is moving a ref";
/** Bytes of the longest `.keep` file that may be Helve's. */
const maxNoteBytes = 1_000;
/** Begin of the name of a pack that is carried, in Helve's temporary folder. */
const carriedName = "carried";

/**
 * Writes everything that `tips` need and no branch, tag or pinned version of the original has into the original, as one
 * checked pack. Returns a function that removes its `.keep` file: call it once refs point to the objects.
 */
export async function carryObjects(
  repository: Repository,
  objects: string,
  tips: readonly string[],
  partial: boolean,
): Promise<() => Promise<void>> {
  await requireOwnObjectFolders(objects);
  const work = await createTemporaryFolder(repository);
  try {
    const base = join(work.path, carriedName);
    // Objects that are missing on purpose are missing in the parents too.
    const args = ["pack-objects", "--quiet", "--revs", ...(partial ? ["--missing=allow-any"] : []), base];
    const format = "--format=^%(objectname)";
    const known = await gitText(repository, [
      "for-each-ref",
      format,
      "refs/heads/",
      "refs/tags/",
      "refs/helve/",
    ]);
    const input = `${tips.join("\n")}\n${known}`;
    const hash = (await gitText(repository, args, { input })).trim();
    const pack = `${base}-${hash}.pack`;
    if (hash === "" || (await countObjects(pack)) === 0) return async () => {};
    const keep = await indexAgain(() => indexInto(repository, objects, pack, partial));
    return () => foreignFolder(objects).remove(`pack/pack-${keep}.keep`);
  } finally {
    await work.remove();
  }
}

/** Number of attempts to write a pack that a `gc --prune=now` removes meanwhile. */
const maxTries = 5;

/** Repeats the writing of a pack whose temporary file a `gc` of the original removed, as it does with all of them. */
async function indexAgain(index: () => Promise<string>): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await index();
    } catch (error) {
      const isRemoved =
        error instanceof GitError && /temporary .*file to|tmp_pack\S*: No such file/.test(error.stderr);
      if (!isRemoved || tries === maxTries) throw error;
    }
  }
}

/** The third word of a pack's header. */
const countObjects = async (pack: string): Promise<number> => (await readOwnBytes(pack, 8, 4)).readUInt32BE();

/** Has git check a pack and put it into an object folder; returns the pack's hash. */
async function indexInto(
  repository: GitFolder,
  objects: string,
  pack: string,
  partial: boolean,
): Promise<string> {
  // `--strict` wants each object that another one names, which a partial clone need not have.
  const args = ["index-pack", "--stdin", partial ? "--fsck-objects" : "--strict", `--keep=${keepNote}`];
  const child = spawnGit(repository, args, { env: { GIT_OBJECT_DIRECTORY: objects }, asUser: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
    pipeline(streamOwn(pack), child.stdin).catch(() => undefined),
  ]);
  if (code !== 0) throw refusalOf(err) ?? repository.git.processes.failureOf(child, args, code, err);
  return out.trim().replace(/^(?:keep|pack)\t/, "");
}

/** Returns the refusal of an object that git takes for an attack on those who fetch it; null for any other failure. */
function refusalOf(stderr: string): GitRefusal | null {
  const why = /^error: object [0-9a-f]+: (.+)$/m.exec(stderr)?.[1];
  if (why === undefined || !stderr.includes("fsck error")) return null;
  return new GitRefusal("original_unreadable", `git refuses this commit: ${why}. Nothing was changed.`);
}

/**
 * Removes the `.keep` files that a killed process of Helve left in the object folder of an original. git may have been
 * killed before it wrote Helve's note into one: an empty one is Helve's where the pack that it carried is still in its
 * temporary folder.
 */
export async function releaseCarried({ folder }: Pick<Repository, "folder">, objects: string): Promise<void> {
  const original = foreignFolder(objects);
  // Helve puts none where a link leads to.
  const packs = await original.list("pack").catch(() => []);
  const keeps = packs.filter(({ name, kind }) => kind === "file" && name.endsWith(".keep"));
  if (keeps.length === 0) return;
  const carried = new Set((await listOwn(temporaryRoot(folder))).map((path) => basename(path)));
  for (const { name } of keeps) {
    const note = (
      (await original.readText(`pack/${name}`, maxNoteBytes).catch(() => null)) ?? "unknown"
    ).trim();
    const isCarried = note === "" && carried.has(name.replace(/^pack-(.*)\.keep$/, `${carriedName}-$1.pack`));
    if (note === keepNote || isCarried) await original.remove(`pack/${name}`);
  }
}

/**
 * Copies the commits that `head` has and `without` lacks, with their files, from an original into Helve's own folder.
 * They stay when a `gc` of the original removes them, as long as it has the commit `without`.
 */
export async function copyCommits(repository: Repository, head: string, without: string): Promise<void> {
  // Objects that a partial clone lacks on purpose are left out.
  const args = ["pack-objects", "--quiet", "--revs", "--missing=allow-any", "--non-empty"];
  const input = `${head}\n^${without}\n`;
  await gitText(repository, [...args, join(repository.folder, "objects", "pack", "pack")], { input });
}
