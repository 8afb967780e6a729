import { type GitCommit, readCommits } from "../../git/history/commits.ts";
import { listRefs, type Ref } from "../../git/refs/refs.ts";
import { notFound } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findRelease, type Release } from "../../store/projects/releases.ts";
import type { Store } from "../../store/store.ts";
import { matchesSearch } from "../branches/matches-search.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { requireTag } from "./update-tag.ts";

/** A tag with its commit, null for that of a tree or a blob, and its release, null where it has none. */
export interface TagDetails {
  readonly ref: Ref;
  readonly commit: GitCommit | null;
  readonly release: Release | null;
}

/** Returns the tags of a project whose names match, latest first unless requested otherwise. `signal` ends git. */
export async function findTags(
  store: Store,
  project: Project,
  query: {
    readonly search?: string | undefined;
    readonly order_by?: string | undefined;
    readonly sort?: string | undefined;
  },
  signal: AbortSignal,
): Promise<readonly Ref[]> {
  const key = (query.order_by ?? "updated") === "name" ? "refname" : "creatordate";
  const order = (query.sort ?? "desc") === "desc" ? (`-${key}` as const) : key;
  const all = await listRefs(projectRepository(store, project), "tags", order, signal);
  return all.filter(({ name }) => matchesSearch(name, query.search));
}

/** Returns a tag with its details. Throws 404. `signal` ends git. */
export async function readTag(
  store: Store,
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
  store: Store,
  project: Project,
  refs: readonly Ref[],
  signal: AbortSignal,
): Promise<TagDetails[]> {
  const repository = projectRepository(store, project);
  const ids = refs.flatMap(({ commit }) => commit ?? []);
  const commits = new Map((await readCommits(repository, ids, { signal })).map((each) => [each?.id, each]));
  return refs.map((ref) => ({
    ref,
    commit: (ref.commit !== null && commits.get(ref.commit)) || null,
    release: findRelease(store, project.id, ref.name),
  }));
}
