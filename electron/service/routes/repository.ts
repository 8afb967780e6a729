import {
  compareRefs,
  getArchive,
  getBlob,
  getMergeBase,
  getRawBlob,
  listContributors,
  listTree,
} from "../../../shared/api/resources/repository.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { compareRefs as compare, findMergeBase } from "../domain/repository/compare-refs.ts";
import { exportArchive } from "../domain/repository/export-archive.ts";
import { listContributors as countContributors } from "../domain/repository/list-contributors.ts";
import { requireJsonSize } from "../domain/repository/locate-file.ts";
import { openBlob } from "../domain/repository/read-blob.ts";
import { describeCommit } from "../domain/repository/read-commits.ts";
import { readTree, requirePage } from "../domain/repository/read-tree.ts";
import { base64Response } from "../http/base64-response.ts";
import { implement } from "../http/implement.ts";
import { keysetPageOf, keysetResponse } from "../http/keyset.ts";
import { mapPage, Paged, pageOf } from "../http/paging.ts";
import { contentResponse } from "../http/raw-response.ts";
import { mapBatches, Streamed } from "../http/stream-json.ts";
import { toSingleCommit } from "../presenters/commit.ts";
import { toComparison } from "../presenters/comparison.ts";
import { toDiff } from "../presenters/diff.ts";
import { toBlob } from "../presenters/file.ts";
import { toTreeEntry } from "../presenters/tree-entry.ts";

export const repositoryRoutes = [
  implement(listTree, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const listing = await readTree(context.store, project, input, context.request.signal);
    const { entries, isCut } = listing;
    if (input.pagination === "keyset") {
      const page = keysetPageOf(context, entries, input.page_token, ({ path }) => path);
      requirePage(listing, page.start);
      return keysetResponse(context, page, isCut, ({ path }) => path, toTreeEntry);
    }
    const { number, perPage } = context.page;
    requirePage(listing, (number - 1) * perPage);
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
    const comparison = await compare(context.store, project, input, context.request.signal);
    const shape = toComparison(context, project, comparison);
    return comparison ? new Streamed(shape, "diffs", mapBatches(comparison.files, toDiff)) : shape;
  }),
  implement(listContributors, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    return pageOf(context, await countContributors(context.store, project, input, context.request.signal));
  }),
  implement(getMergeBase, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const { signal } = context.request;
    const base = await findMergeBase(context.store, project, input.refs, signal);
    const options = { withStats: false, signal };
    return toSingleCommit(context, project, await describeCommit(context.store, project, base, options));
  }),
];
