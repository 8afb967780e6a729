import { join } from "node:path";
import { GitRefusal } from "../../git/git-refusal.ts";
import { releaseCarried } from "../../git/originals/carry-objects.ts";
import { findReadError } from "../../git/originals/find-read-error.ts";
import { foreignFolder } from "../../git/originals/foreign.ts";
import { checkOutsideObjects } from "../../git/originals/original-objects.ts";
import { readSettings } from "../../git/originals/original-settings.ts";
import { checkPlainNames, plainNamesStamp } from "../../git/originals/plain-names.ts";
import { statsOf } from "../../git/originals/volume.ts";
import { removeLostPins } from "../../git/refs/merge-request-refs.ts";
import { checkPlainRefs } from "../../git/refs/plain-refs.ts";
import { branchTip } from "../../git/refs/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { importBundle } from "../../git/transport/import-bundle.ts";
import { recoverMove } from "../../git/worktree/update-worktree.ts";
import type { OriginalRow } from "../../store/projects/originals.ts";
import { identityOf } from "./original-state.ts";

/** Returns a text that changes when an original must be verified again: another folder or other alternates. */
export async function verifiedStamp(original: OriginalRow): Promise<string> {
  const path =
    original.kind === "bundle" ? original.path : join(original.commonDir, "objects", "info", "alternates");
  const [found] = await statsOf(original.commonDir, [path]);
  return `${await identityOf(original)} ${found?.ctimeNs ?? ""} ${found?.ino ?? ""} ${found?.size ?? ""}`;
}

/** Returns a text that changes when {@link requirePlain} has to check an original again. Costs some `lstat` calls. */
export const plainStamp = async (original: OriginalRow): Promise<string> =>
  original.kind === "bundle" ? "" : plainNamesStamp(original);

/**
 * Throws {@link GitRefusal} where anything that git reads in an original is not a plain file or folder, or outside of it
 * without consent. `own` is Helve's git folder of it.
 */
export async function requirePlain(original: OriginalRow, own: string): Promise<void> {
  if (original.kind === "bundle") return;
  await checkPlainNames(original);
  await checkOutsideObjects(original, original.borrowed);
  await checkPlainRefs(own, original);
}

/**
 * Verifies an original that was just opened, reappeared or changed its objects: that it is still the same repository
 * and borrows no objects from outside. Undoes what a killed process left unfinished. Throws {@link GitRefusal}.
 */
export async function verifyOriginal(original: OriginalRow, repository: Repository): Promise<void> {
  if (original.kind === "bundle") return importBundle(repository.folder, original.path);
  await requirePlain(original, repository.folder);
  repository.objects.close();
  await requireReadable(original, repository);
  await requireSame(original, repository);
  await removeLostPins(repository);
  await repository.exclusively(() =>
    recoverMove(repository.folder, (ref) => branchTip(repository, ref.replace(/^refs\/heads\//, ""))),
  );
  await releaseCarried(repository, join(original.commonDir, "objects"));
}

/** Throws {@link GitRefusal} where git cannot read an original at all, with git's message. */
export async function requireReadable(
  original: OriginalRow,
  { folder }: Repository,
  reads: "refs" | "history" = "refs",
): Promise<void> {
  const { path } = original;
  const { unknownExtension } = await readSettings(original);
  if (unknownExtension !== null) {
    const why = `it has the extension ${unknownExtension}, which Helve does not know`;
    throw new GitRefusal("original_unreadable", `${path} cannot be read: ${why}.`, { path });
  }
  const stderr = await findReadError(folder, reads);
  if (stderr !== null) {
    throw new GitRefusal("original_unreadable", `git cannot read ${path}: ${reasonIn(stderr)}.`, { path });
  }
}

/** Returns git's message on one line. */
function reasonIn(stderr: string): string {
  if (/unknown repository extensions? found:\s+refstorage/.test(stderr)) {
    return "its refs are a reftable, which git reads from version 2.45 on";
  }
  const last = stderr.trim().split("\n").at(-1) ?? "";
  return last.replace(/^fatal: /, "").slice(0, 300);
}

/** Another folder at the same path is the same repository where it has one of the commits that were seen last. */
async function requireSame(original: OriginalRow, { objects }: Repository): Promise<void> {
  if (original.tips.length === 0 || original.identity === (await identityOf(original))) return;
  for (const tip of original.tips) if (await objects.check(tip)) return;
  throw new GitRefusal(
    "original_replaced",
    `Another repository is at ${original.path} now. Remove this one from the list to open it.`,
    { path: original.path },
  );
}

/** Files of a work tree's git folder that change when it checks out something else, or begins or ends a merge. */
const headFiles = ["HEAD", "reftable/tables.list", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"];

/**
 * Returns a text that changes when a work tree checks out another branch, or begins or ends an operation that prevents
 * Helve from updating it.
 */
export async function headsStamp({ kind, commonDir, gitDir }: OriginalRow): Promise<string> {
  if (kind === "bundle") return "";
  const worktrees = await foreignFolder(commonDir).list("worktrees");
  const folders = [commonDir, gitDir, ...worktrees.map(({ name }) => join(commonDir, "worktrees", name))];
  const paths = [...new Set(folders)].flatMap((folder) => headFiles.map((name) => join(folder, name)));
  const found = await statsOf(commonDir, paths);
  return paths
    .map((path, index) => `${path} ${found[index]?.mtimeNs ?? ""} ${found[index]?.ino ?? ""}`)
    .join("\n");
}
