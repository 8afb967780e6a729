import { searchBlobs } from "../../../shared/api/resources/search.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { searchBlobs as search } from "../domain/repository/search-blobs.ts";
import { implement } from "../http/implement.ts";
import { mapPage, Paged, pageOf } from "../http/paging.ts";
import { toBlobMatch } from "../presenters/blob-match.ts";

export const blobSearchRoutes = [
  implement(searchBlobs, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const found = await search(context.store, project, input, context.request.signal);
    if (!found) return new Paged([], { total: 0 });
    const { ref, matches, isCut } = found;
    const page = mapPage(pageOf(context, matches), (match) => toBlobMatch(project, ref, match));
    const more = context.page.number * context.page.perPage < matches.length;
    return isCut ? new Paged(page.items, { more }) : page;
  }),
];
