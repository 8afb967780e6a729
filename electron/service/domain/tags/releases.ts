import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { type GitCommit, readCommit } from "../../git/commits.ts";
import { findRef, type Ref } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  deleteReleaseRow,
  findRelease,
  insertRelease,
  listReleaseRows,
  type NewReleaseLink,
  type Release,
  updateReleaseRow,
} from "../../store/projects/releases.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import type { RefWriter } from "../branches/update-branch.ts";
import { releaseChanged } from "../events/events.ts";
import { projectRepository } from "../originals/original-state.ts";
import { conflict, forbidden, invalid, notFound, Refusal } from "../refusal.ts";
import { refuseEqualLinks } from "./release-links.ts";
import { createTagAt, requireTag } from "./tags.ts";

/** A release with its author and the commit of its tag, null where the tag was deleted. */
export interface ReleaseDetails {
  readonly release: Release;
  readonly author: User | null;
  readonly commit: GitCommit | null;
}

/** Returns a release with its author and commit. */
export async function describeRelease(
  store: ServiceStore,
  project: Project,
  release: Release,
): Promise<ReleaseDetails> {
  const repository = projectRepository(store, project);
  const tag = await findRef(repository, "tags", release.tagName);
  return {
    release,
    author: release.authorId === null ? null : findUser(store, release.authorId),
    commit: tag?.commit ? await readCommit(repository, tag.commit) : null,
  };
}

/** Throws `badTag` for a tag of a tree or a blob: a release is of a commit. */
function requireCommitTag({ name, commit }: Ref): void {
  if (commit === null) throw invalid(`The tag ${name} does not name a commit`);
}

/** Returns the releases of a project, latest first unless requested otherwise. */
export function releasesOf(
  store: ServiceStore,
  project: Project,
  query: { readonly order_by?: string; readonly sort?: string },
): Release[] {
  const key = query.order_by === "released_at" ? "releasedAt" : "createdAt";
  const sign = query.sort === "asc" ? 1 : -1;
  return listReleaseRows(store, project.id).toSorted(
    (a, b) => sign * (a[key].localeCompare(b[key]) || a.id - b.id),
  );
}

/** Returns the release of a tag. Throws `notFound`; below reporter `forbidden`, which hides whether there is one (docs/compatibility.md, 23). */
export function requireRelease({ store, user }: Caller, project: Project, tagName: string): Release {
  const release = findRelease(store, project.id, tagName);
  if (release) return release;
  throw accessLevel(store, user, project) >= accessLevels.reporter ? notFound("Release") : forbidden();
}

/** Adds a release, with its tag where there is none yet. Throws `conflict`, and `refMissing` or `badTag` where the tag cannot be created. */
export async function addRelease(
  writer: RefWriter,
  input: {
    readonly tag_name: string;
    readonly ref?: string;
    readonly tag_message?: string;
    readonly name?: string;
    readonly description: string;
    readonly released_at?: string;
    readonly links: readonly NewReleaseLink[];
  },
): Promise<Release> {
  const { store, project, user } = writer;
  const { tag_name: tagName, name, description, tag_message } = input;
  if (findRelease(store, project.id, tagName)) throw conflict("Release already exists");
  // Before the tag is made, which would be left behind.
  refuseEqualLinks(input.links);
  const tag = await findRef(projectRepository(store, project), "tags", tagName);
  if (tag) requireCommitTag(tag);
  else {
    if (input.ref === undefined) throw new Refusal("refMissing", {});
    await createTagAt(
      writer,
      { name: tagName, from: input.ref, message: tag_message || null },
      "release",
    ).catch(async (error: unknown) => {
      // An equal request may have created it meanwhile: then the releases decide which one was first.
      if (!(await findRef(projectRepository(store, project), "tags", tagName))) throw error;
    });
  }
  const { released_at: releasedAt, links } = input;
  const release = insertRelease(store, project.id, {
    tagName,
    name: name || tagName,
    description,
    authorId: user.id,
    releasedAt,
    links,
  });
  releaseChanged.emit(store, { project, release, action: "create" });
  return release;
}

/** Changes name and description of a release and returns it. Throws `notFound`. */
export function changeRelease(
  writer: RefWriter,
  tagName: string,
  changes: { readonly name?: string; readonly description?: string },
): Release {
  const { store, project } = writer;
  updateReleaseRow(store, requireRelease(writer, project, tagName), changes);
  const release = requireRelease(writer, project, tagName);
  releaseChanged.emit(store, { project, release, action: "update" });
  return release;
}

/** Deletes the release of a tag and returns what it was. The tag stays. Throws `notFound`. */
export async function removeRelease(writer: RefWriter, tagName: string): Promise<ReleaseDetails> {
  const { store, project } = writer;
  const release = requireRelease(writer, project, tagName);
  const details = await describeRelease(store, project, release);
  deleteReleaseRow(store, release);
  releaseChanged.emit(store, { project, release, action: "delete" });
  return details;
}

/** Creates a tag at a branch, tag or commit, with a release where notes are given. Throws `badTag` and `forbidden`. */
export async function createTagWithNotes(
  writer: RefWriter,
  tag: { readonly name: string; readonly from: string; readonly message: string | null },
  notes: string | undefined,
): Promise<void> {
  await createTagAt(writer, tag, "tag");
  const { name } = tag;
  const { store, project, user } = writer;
  if (!notes) return;
  const made = { tagName: name, name, description: notes, authorId: user.id };
  const release = insertRelease(store, project.id, made);
  releaseChanged.emit(store, { project, release, action: "create" });
}

/** Adds release notes to a tag. Throws `notFound`, and `conflict` where it has a release. */
export async function addNotes(writer: RefWriter, tagName: string, description: string): Promise<Release> {
  const { store, project, user } = writer;
  const tag = await requireTag(store, project, tagName);
  requireCommitTag(tag);
  const { name } = tag;
  if (findRelease(store, project.id, name)) throw conflict("Release already exists");
  const made = { tagName: name, name, description, authorId: user.id };
  const release = insertRelease(store, project.id, made);
  releaseChanged.emit(store, { project, release, action: "create" });
  return release;
}

/** Changes the release notes of a tag. Throws `notFound`. */
export async function changeNotes(
  { store, project }: RefWriter,
  tagName: string,
  description: string,
): Promise<Release> {
  const { name } = await requireTag(store, project, tagName);
  const release = findRelease(store, project.id, name);
  if (!release) throw notFound("Release");
  updateReleaseRow(store, release, { description });
  const changed = { ...release, description };
  releaseChanged.emit(store, { project, release: changed, action: "update" });
  return changed;
}
