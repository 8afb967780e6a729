import { findRef, isRefName, noObject, type Ref, resolveCommit } from "../../git/refs/refs.ts";
import { makeTagTarget } from "../../git/write/tag-object.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import { deleteRelease, findRelease } from "../../store/projects/releases.ts";
import type { Store } from "../../store/store.ts";
import { refusalOf } from "../branches/branch-refusals.ts";
import { forgetDeletedTags, keepDeletedTag } from "../branches/former-tags.ts";
import { moveAndRecord } from "../branches/record-ref-updates.ts";
import { denialOf, refRulesOf } from "../branches/ref-permission.ts";
import type { RefWriter } from "../branches/update-branch.ts";
import { projectRepository } from "../originals/project-repository.ts";

/** Status of the refusal to create a tag: 405 for tags, 400 for releases. */
type RefusalStatus = 400 | 405;

/** Returns the tag of a name as git has it. Throws 404. `signal` ends git. */
export async function requireTag(
  store: Store,
  project: Project,
  name: string,
  signal?: AbortSignal,
): Promise<Ref> {
  const ref = await findRef(projectRepository(store, project), "tags", name, signal);
  if (!ref) throw notFound("Tag");
  return ref;
}

/** Creates a tag at a branch, tag or commit; annotated where there is a message. Throws the interface's refusals. */
export async function createTagAt(
  writer: RefWriter,
  tag: { readonly name: string; readonly from: string; readonly message: string | null },
  refusal: RefusalStatus,
): Promise<void> {
  const { store, project, user } = writer;
  const { name, from, message } = tag;
  guard(writer, { name, change: "create" });
  const repository = projectRepository(store, project);
  if (!(await isRefName(repository, name))) throw httpError(refusal, "Tag name invalid");
  const commit = await resolveCommit(repository, from);
  if (!commit) throw httpError(refusal, `Target ${from} is invalid`);
  guard(writer, { name, change: "create", at: commit });
  const created = await updateTag(writer, name, noObject, () =>
    makeTagTarget(repository, name, commit, message, user),
  );
  if (!created) throw httpError(refusal, `Tag ${name} already exists`);
}

/** Deletes a tag and its release. Throws 404, 403, and 400 where git or another process updated it meanwhile. */
export async function deleteTagNamed(writer: RefWriter, tagName: string): Promise<void> {
  const { store, project } = writer;
  const tag = await requireTag(store, project, tagName);
  const { name, target } = tag;
  guard(writer, { name, change: "delete" });
  keepDeletedTag(store, project, tag);
  const record = () => {
    const release = findRelease(store, project.id, name);
    if (release) deleteRelease(store, release);
  };
  const deleted = await updateTag(writer, name, target, async () => noObject, record);
  if (!deleted) throw httpError(400, "The tag has moved. Please refresh and try again.");
}

function guard(
  { store, project, user }: RefWriter,
  tag: { readonly name: string; readonly change: "create" | "delete"; readonly at?: string },
): void {
  const change = { kind: "tag", ...tag } as const;
  const denial = denialOf(refRulesOf(store, user, project), change);
  if (denial !== null) throw refusalOf(denial, change);
}

/**
 * Creates or deletes a tag with the steps of `updateBranch`: lock, build, ref, record. No merge request follows a tag.
 * Returns false, with nothing changed, where the tag is not at `before`.
 */
function updateTag(
  { store, project, user }: RefWriter,
  name: string,
  before: string,
  build: () => Promise<string>,
  record?: () => void,
): Promise<boolean> {
  return projectRepository(store, project).exclusively(async () => {
    const update = { ref: `refs/tags/${name}`, before, after: await build() };
    const recordAll = () => {
      forgetDeletedTags(store, project, [update]);
      record?.();
    };
    return moveAndRecord(store, project, [update], { user, userId: user.id, record: recordAll });
  });
}
