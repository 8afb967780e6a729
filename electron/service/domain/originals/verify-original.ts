import { join } from "node:path";
import { releaseCarried } from "../../git/carry-objects.ts";
import { foreignFolder } from "../../git/foreign.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import type { GitFolder } from "../../git/git-folder.ts";
import { importBundle } from "../../git/import-bundle.ts";
import { removeLostPins } from "../../git/merge-request-refs.ts";
import { findReadError } from "../../git/missing-object.ts";
import { checkOutsideObjects } from "../../git/original-objects.ts";
import { readSettings } from "../../git/original-settings.ts";
import { checkPlainNames, plainNamesStamp } from "../../git/plain-names.ts";
import { branchTip } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { checkPlainRefs } from "../../git/symbolic-refs.ts";
import { recoverMove } from "../../git/update-worktree.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { OriginalRow } from "../../store/projects/originals.ts";
import { folderIdentity } from "./original-state.ts";

/** Returns a text that changes when an original must be verified again: another folder or other alternates. */
export async function verifiedStamp(store: ServiceStore, original: OriginalRow): Promise<string> {
  const path =
    original.kind === "bundle" ? original.path : join(original.commonDir, "objects", "info", "alternates");
  const [found] = await store.git.volumes.statsOf(original.commonDir, [path]);
  return `${await folderIdentity(store, original)} ${found?.ctimeNs ?? ""} ${found?.ino ?? ""} ${found?.size ?? ""}`;
}

/** Returns a text that changes when {@link requirePlain} has to check an original again. Costs some `lstat` calls. */
export const plainStamp = async ({ git }: ServiceStore, original: OriginalRow): Promise<string> =>
  original.kind === "bundle" ? "" : plainNamesStamp(git, original);

/**
 * Throws {@link GitRefusal} where anything that git reads in an original is not a plain file or folder, or outside of it
 * without consent. `own` is Helve's git folder of it.
 */
export async function requirePlain(original: OriginalRow, own: GitFolder): Promise<void> {
  if (original.kind === "bundle") return;
  await checkPlainNames(original);
  await checkOutsideObjects(original, original.borrowed);
  await checkPlainRefs(own, original);
}

/**
 * Verifies an original that was just opened, reappeared or changed its objects: that it is still the same repository
 * and borrows no objects from outside. Undoes what a killed process left unfinished. Throws {@link GitRefusal}.
 */
export async function verifyOriginal(
  store: ServiceStore,
  original: OriginalRow,
  repository: Repository,
): Promise<void> {
  if (original.kind === "bundle") return importBundle(repository, original.path);
  await requirePlain(original, repository);
  repository.objects.close();
  await requireReadable(original, repository);
  await requireSame(store, original, repository);
  await removeLostPins(repository);
  await repository.exclusively(() =>
    recoverMove(repository, (ref) => branchTip(repository, ref.replace(/^refs\/heads\//, ""))),
  );
  await releaseCarried(repository, join(original.commonDir, "objects"));
}

/** Throws {@link GitRefusal} where git cannot read an original at all, with git's message. */
export async function requireReadable(
  original: OriginalRow,
  repository: Repository,
  reads: "refs" | "history" = "refs",
): Promise<void> {
  const { path } = original;
  const { unknownExtension } = await readSettings(repository.git, original);
  if (unknownExtension !== null) {
    const why = `it has the extension ${unknownExtension}, which Helve does not know`;
    throw new GitRefusal("original_unreadable", `${path} cannot be read: ${why}.`, { path });
  }
  const stderr = await findReadError(repository, reads);
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
async function requireSame(
  store: ServiceStore,
  original: OriginalRow,
  { objects }: Repository,
): Promise<void> {
  if (original.tips.length === 0 || original.identity === (await folderIdentity(store, original))) return;
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
export async function headsStamp(
  { git }: ServiceStore,
  { kind, commonDir, gitDir }: OriginalRow,
): Promise<string> {
  if (kind === "bundle") return "";
  const worktrees = await foreignFolder(commonDir).list("worktrees");
  const folders = [commonDir, gitDir, ...worktrees.map(({ name }) => join(commonDir, "worktrees", name))];
  const paths = [...new Set(folders)].flatMap((folder) => headFiles.map((name) => join(folder, name)));
  const found = await git.volumes.statsOf(commonDir, paths);
  return paths
    .map((path, index) => `${path} ${found[index]?.mtimeNs ?? ""} ${found[index]?.ino ?? ""}`)
    .join("\n");
}
