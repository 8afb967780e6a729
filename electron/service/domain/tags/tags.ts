import { makeTagTarget } from "../../git/commit-tree.ts";
import { type GitCommit, readCommits } from "../../git/commits.ts";
import { findRef, isRefName, listRefs, noObject, type Ref, resolveCommit } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { listProtectedTags, tagCreateLevel } from "../../store/projects/protected-tags.ts";
import { deleteReleaseRow, findRelease, type Release } from "../../store/projects/releases.ts";
import { forgetDeletedTags, keepDeletedTag } from "../branches/keep-deleted-tags.ts";
import { moveAndRecord } from "../branches/record-ref-updates.ts";
import { denialOf, matchesSearch, refNameRuleOf, refRulesOf } from "../branches/ref-permission.ts";
import { type RefWriter, refRefusal } from "../branches/update-branch.ts";
import { projectRepository } from "../originals/original-state.ts";
import { invalid, notFound, Refusal, type TagMaker } from "../refusal.ts";

/** Returns the tag of a name as git has it. Throws `notFound`. `signal` ends git. */
export async function requireTag(
  store: ServiceStore,
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
  wantedBy: TagMaker,
): Promise<void> {
  const { store, project, user } = writer;
  const { name, from, message } = tag;
  const badTag = (why: string) => new Refusal("badTag", { why, wantedBy });
  guard(writer, { name, change: "create" });
  const repository = projectRepository(store, project);
  if (!(await isRefName(repository, name))) throw badTag("Tag name invalid");
  const commit = await resolveCommit(repository, from);
  if (!commit) throw badTag(`Target ${from} is invalid`);
  guard(writer, { name, change: "create", at: commit });
  const created = await updateTag(writer, name, noObject, () =>
    makeTagTarget(repository, name, commit, message, user),
  );
  if (!created) throw badTag(`Tag ${name} already exists`);
}

/** Deletes a tag and its release. Throws `notFound`, `forbidden`, and `invalid` where git or another process updated it meanwhile. */
export async function deleteTagNamed(writer: RefWriter, tagName: string): Promise<void> {
  const { store, project } = writer;
  const tag = await requireTag(store, project, tagName);
  const { name, target } = tag;
  guard(writer, { name, change: "delete" });
  keepDeletedTag(store, project, tag);
  const record = () => {
    const release = findRelease(store, project.id, name);
    if (release) deleteReleaseRow(store, release);
  };
  const deleted = await updateTag(writer, name, target, async () => noObject, record);
  if (!deleted) throw invalid("The tag has moved. Please refresh and try again.");
}

function guard(
  { store, project, user }: RefWriter,
  tag: { readonly name: string; readonly change: "create" | "delete"; readonly at?: string },
): void {
  const change = { kind: "tag", ...tag } as const;
  const denial = denialOf(refRulesOf(store, user, project), change);
  if (denial !== null) throw refRefusal(denial, change);
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

/** A tag with its commit, null for that of a tree or a blob, and its release, null where it has none. */
export interface TagDetails {
  readonly ref: Ref;
  readonly commit: GitCommit | null;
  readonly release: Release | null;
  readonly isProtected: boolean;
}

/** Returns the tags of a project whose names match, latest first unless requested otherwise. `signal` ends git. */
export async function findTags(
  store: ServiceStore,
  project: Project,
  query: {
    readonly search?: string;
    readonly order_by?: string;
    readonly sort?: string;
  },
  signal: AbortSignal,
): Promise<readonly Ref[]> {
  const key = (query.order_by ?? "updated") === "name" ? "refname" : "creatordate";
  const order = (query.sort ?? "desc") === "desc" ? (`-${key}` as const) : key;
  const all = await listRefs(projectRepository(store, project), "tags", order, signal);
  return all.filter(({ name }) => matchesSearch(name, query.search));
}

/** Returns a tag with its details. Throws `notFound`. `signal` ends git. */
export async function readTag(
  store: ServiceStore,
  project: Project,
  name: string,
  signal: AbortSignal,
): Promise<TagDetails> {
  const ref = await requireTag(store, project, name, signal);
  const [tag] = await describeTags(store, project, [ref], signal);
  if (!tag) throw notFound("Tag");
  return tag;
}

/** Returns tags with their details, in the order given. `signal` ends git. */
export async function describeTags(
  store: ServiceStore,
  project: Project,
  refs: readonly Ref[],
  signal: AbortSignal,
): Promise<TagDetails[]> {
  const repository = projectRepository(store, project);
  const ids = refs.flatMap(({ commit }) => commit ?? []);
  const commits = new Map((await readCommits(repository, ids, { signal })).map((each) => [each?.id, each]));
  const protections = listProtectedTags(store, project.id);
  const nameRule = refNameRuleOf(store, project);
  return refs.map((ref) => ({
    ref,
    isProtected: tagCreateLevel(protections, ref.name, nameRule) !== null,
    commit: (ref.commit !== null && commits.get(ref.commit)) || null,
    release: findRelease(store, project.id, ref.name),
  }));
}
