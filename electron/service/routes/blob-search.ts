import { searchBlobs } from "../../../shared/api/resources/search.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { readSearchQuery } from "../domain/repository/search-query.ts";
import { grep } from "../git/grep/grep.ts";
import { listTree } from "../git/objects/trees.ts";
import { resolveCommit } from "../git/refs/refs.ts";
import type { Context } from "../http/context.ts";
import { badParameter, notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { mapPage, Paged, pageOf } from "../http/paging.ts";
import { toBlobMatch } from "../presenters/blob-match.ts";
import type { Project } from "../store/projects/projects.ts";

export const blobSearchRoutes = [
  implement(searchBlobs, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const ref = input.ref ?? project.defaultBranch;
    if (ref === null) return new Paged([], { total: 0 });
    const repository = context.repository(project);
    const commit = await resolveCommit(repository, ref);
    if (!commit) throw notFound("Commit");
    // git grep matches no NUL and no line feed.
    if (/[\0\n]/.test(input.search)) throw badParameter("search is invalid");
    const { text, accepts } = readSearchQuery(input.search);
    if (text.trim() === "")
      return accepts ? listPaths(context, project, commit, ref, accepts) : pageOf(context, []);
    const { signal } = context.request;
    const options = { commit, text, accepts, key: accepts ? input.search : "", regex: input.regex ?? false };
    const { matches, cut } = await grep(repository, options, signal);
    const page = mapPage(pageOf(context, matches), (match) => toBlobMatch(project, ref, match, null));
    const more = context.page.number * context.page.perPage < matches.length;
    return cut ? new Paged(page.items, { more }) : page;
  }),
];

/** Returns files whose paths match, for a search without a text. */
async function listPaths(
  context: Context,
  project: Project,
  commit: string,
  ref: string,
  accepts: (path: string) => boolean,
) {
  const entries = await listTree(context.repository(project), commit, "", true, context.request.signal);
  const files = (entries ?? []).filter(({ type, path }) => type === "blob" && accepts(path));
  return mapPage(pageOf(context, files), ({ path, id }) =>
    toBlobMatch(project, ref, { path, start: 1, data: "" }, id),
  );
}
