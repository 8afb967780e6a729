import { searchBlobs } from "../../../shared/api/resources/search.ts";
import { requireReadableProject } from "../domain/access/require-access.ts";
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import { type BlobMatch, findBlobMatches } from "../domain/repository/find-blob-matches.ts";
import { implement } from "../http/implement.ts";
import type { Project } from "../store/projects/projects.ts";

export const blobSearchRoutes = [
  implement(searchBlobs, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const found = await findBlobMatches(context.store, project, input, context.request.signal);
    if (!found) return new Paged([], { total: 0 });
    const { ref, matches, isCut } = found;
    const page = mapPage(pageOf(context, matches), (match) => toBlobMatch(project, ref, match));
    const more = context.page.number * context.page.perPage < matches.length;
    return isCut ? new Paged(page.items, { more }) : page;
  }),
];

/** Returns a path without the extension of its last part. */
const withoutExtension = (path: string): string => path.replace(/(?<=[^/])\.[^./]*$/, "");

/** Returns a match of a search in files; `id` is the blob of a file that was found by its path. */
const toBlobMatch = (project: Project, ref: string, { path, start, data, blob }: BlobMatch) => ({
  basename: withoutExtension(path),
  data,
  path,
  filename: path,
  id: blob ?? null,
  ref,
  startline: start,
  project_id: project.id,
});
