import { getTag, listTags } from "../../../shared/api/resources/tags.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { matchesSearch } from "../domain/repository/matches-search.ts";
import { readCommits } from "../git/history/commits.ts";
import { findRef, listRefs, type Ref } from "../git/refs/refs.ts";
import type { Context } from "../http/context.ts";
import { notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { toCommit } from "../presenters/commit.ts";
import type { Project } from "../store/projects/projects.ts";
import { findRelease } from "../store/projects/releases.ts";

/** Returns tags as the API represents them, in the order given. */
export async function toTags(context: Context, project: Project, refs: readonly Ref[]) {
  const commits = await readCommits(
    context.repository(project),
    refs.map(({ commit }) => commit),
  );
  return refs.flatMap((ref, index) => {
    const commit = commits[index];
    if (!commit) return [];
    const release = findRelease(context.store, project.id, ref.name);
    return [
      {
        name: ref.name,
        message: ref.message,
        target: ref.target,
        commit: toCommit(context, project, commit),
        release: release ? { tag_name: release.tagName, description: release.description } : null,
        protected: false,
        created_at: ref.taggedAt,
      },
    ];
  });
}

export const tagRoutes = [
  implement(listTags, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const key = (input.order_by ?? "updated") === "name" ? "refname" : "creatordate";
    const order = (input.sort ?? "desc") === "desc" ? `-${key}` : key;
    const all = await listRefs(context.repository(project), "tags", order);
    const page = pageOf(
      context,
      all.filter(({ name }) => matchesSearch(name, input.search)),
    );
    return new Paged(await toTags(context, project, page.items), { total: page.total ?? 0 });
  }),
  implement(getTag, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const ref = await findRef(context.repository(project), "tags", input.tag_name);
    const [tag] = ref ? await toTags(context, project, [ref]) : [];
    if (!tag) throw notFound("Tag");
    return tag;
  }),
];
