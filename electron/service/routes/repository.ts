import {
  compareRefs,
  getArchive,
  getBlob,
  getMergeBase,
  getRawBlob,
  listContributors,
  listTree,
} from "../../../shared/api/resources/repository.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { requireReadableProject } from "../domain/access/require-access.ts";
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import { findMergeBase, type RefComparison, readComparison } from "../domain/repository/compare-refs.ts";
import { describeCommit, findContributors } from "../domain/repository/read-commits.ts";
import { openBlob, requireJsonSize } from "../domain/repository/read-file.ts";
import { exportArchive, readTree, requirePageOfTree } from "../domain/repository/read-tree.ts";
import type { GitTreeEntry } from "../git/ls-tree.ts";
import { implement, type Links } from "../http/implement.ts";
import { keysetPageOf, keysetResponse } from "../http/keyset.ts";
import { base64Response, contentResponse } from "../http/raw-response.ts";
import { mapBatches, Streamed } from "../http/stream-json.ts";
import { toCommit, toSingleCommit } from "../presenters/commit.ts";
import { toDiff } from "../presenters/diff.ts";
import { toBlob } from "../presenters/file.ts";
import type { Project } from "../store/projects/projects.ts";

export const repositoryRoutes = [
  implement(listTree, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const listing = await readTree(context.store, project, input, context.request.signal);
    const { entries, isCut } = listing;
    if (input.pagination === "keyset") {
      const page = keysetPageOf(context, entries, input.page_token, ({ path }) => path);
      requirePageOfTree(context.store, listing, page.start);
      return keysetResponse(context, page, isCut, ({ path }) => path, toTreeEntry);
    }
    const { number, perPage } = context.page;
    requirePageOfTree(context.store, listing, (number - 1) * perPage);
    const { items } = pageOf(context, entries);
    // One more than are listed, which is on the page that is refused.
    const total = isCut ? Math.ceil(entries.length / perPage) * perPage + 1 : entries.length;
    return mapPage(new Paged(items, { total }), toTreeEntry);
  }),
  implement(getBlob, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const blob = await openBlob(context.store, project, input.sha);
    requireJsonSize(blob.size);
    return base64Response(toBlob(blob), blob, context.request.signal);
  }),
  implement(getRawBlob, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const blob = await openBlob(context.store, project, input.sha);
    return contentResponse(context.request, new Headers(), blob);
  }),
  implement(getArchive, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const archive = await exportArchive(context.store, project, input, context.request.signal);
    const { body, mediaType, name, format, commit } = archive;
    return new Response(body, {
      headers: {
        "content-type": mediaType,
        "content-disposition": `attachment; filename="${name.replace(/[^\x20-\x7e]/g, "_")}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}.${format}`,
        etag: `"${commit}-${format}"`,
      },
    });
  }),
  implement(compareRefs, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const comparison = await readComparison(context.store, project, input, context.request.signal);
    const shape = toComparison(context, project, comparison);
    return comparison ? new Streamed(shape, "diffs", mapBatches(comparison.files, toDiff)) : shape;
  }),
  implement(listContributors, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    return pageOf(context, await findContributors(context.store, project, input, context.request.signal));
  }),
  implement(getMergeBase, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const { signal } = context.request;
    const base = await findMergeBase(context.store, project, input.refs, signal);
    const options = { withStats: false, signal };
    return toSingleCommit(context, project, await describeCommit(context.store, project, base, options));
  }),
];

/** Returns a comparison without its files; null is that of a commit with itself. */
function toComparison(links: Links, project: Project, comparison: RefComparison | null) {
  const commits = comparison?.commits.map((commit) => toCommit(links, project, commit)) ?? [];
  return {
    commit: commits[0] ?? null,
    commits: commits.toReversed(),
    compare_timeout: comparison?.isCut ?? false,
    compare_same_ref: comparison === null,
    diffs: [],
  };
}

/** Returns an entry of a tree. */
const toTreeEntry = ({ id, type, path, mode }: GitTreeEntry) => ({
  id,
  name: nameOf(path),
  type,
  path,
  mode,
});
