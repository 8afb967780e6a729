import {
  createWikiPage,
  deleteWikiPage,
  getRawWikiFile,
  getWikiPage,
  listWikiPages,
  listWikiPageVersions,
  updateWikiPage,
  uploadWikiAttachment,
} from "../../../shared/api/resources/wikis.ts";
import { attachFile } from "../domain/wiki/attach.ts";
import type { WikiWriter } from "../domain/wiki/change-wiki.ts";
import { pageHistory } from "../domain/wiki/page-history.ts";
import { readPages } from "../domain/wiki/page-index.ts";
import { readPage, readTexts } from "../domain/wiki/read-page.ts";
import { findWiki, wikiTip } from "../domain/wiki/repository.ts";
import { requirePage } from "../domain/wiki/require-page.ts";
import { createPage, deletePage, updatePage } from "../domain/wiki/write-pages.ts";
import { streamBlob } from "../git/objects/blobs.ts";
import { readEntry } from "../git/objects/trees.ts";
import { resolveCommit } from "../git/refs/refs.ts";
import type { Context } from "../http/context.ts";
import { forbidden, notFound, unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged } from "../http/paging.ts";
import { fromBeginning, rawResponse } from "../http/raw-response.ts";
import { streamArray } from "../http/stream-json.ts";
import { toWikiPage, toWikiPageVersion } from "../presenters/wiki-page.ts";

/** Returns the wiki of a project with its commit, or of a requested version. Throws 404 where nothing was written. */
async function openWiki(context: Context, id: string | number, version?: string) {
  const repository = findWiki(context.project(id));
  const tip = repository && (version ? await resolveCommit(repository, version) : await wikiTip(repository));
  if (!repository || !tip) throw notFound("Wiki Page");
  return { repository, tip };
}

/** Returns the author of a change. Throws 403 where the project is archived. */
function writerTo(context: Context, id: string | number, role: "developer" | "maintainer"): WikiWriter {
  const { store, user } = context;
  if (!user) throw unauthorized();
  const project = context.project(id, role);
  if (project.archived) throw forbidden();
  return { store, project, user };
}

export const wikiRoutes = [
  implement(listWikiPages, async (input, context) => {
    const repository = findWiki(context.project(input.id));
    if (!repository) return [];
    const { pages } = await readPages(repository, await wikiTip(repository));
    if (!input.with_content) return pages.map((page) => toWikiPage(page));
    return streamArray(readTexts(repository, pages), ([page, text]) => toWikiPage(page, text));
  }),
  implement(getWikiPage, async (input, context) => {
    const { repository, tip } = await openWiki(context, input.id, input.version);
    const page = requirePage(await readPages(repository, tip), input.slug);
    return toWikiPage(page, await readPage(repository, page, context.request.signal));
  }),
  implement(createWikiPage, async (input, context) => {
    const { repository, page } = await createPage(writerTo(context, input.id, "developer"), input);
    return toWikiPage(page, await readPage(repository, page));
  }),
  implement(updateWikiPage, async (input, context) => {
    const { repository, page } = await updatePage(
      writerTo(context, input.id, "developer"),
      input.slug,
      input,
    );
    return toWikiPage(page, await readPage(repository, page));
  }),
  implement(deleteWikiPage, async (input, context) => {
    await deletePage(writerTo(context, input.id, "maintainer"), input.slug);
    return undefined;
  }),
  implement(uploadWikiAttachment, (input, context) =>
    attachFile(writerTo(context, input.id, "developer"), input.file, input.branch),
  ),
  implement(getRawWikiFile, async (input, context) => {
    const { repository, tip } = await openWiki(context, input.id, input.ref);
    const entry = await readEntry(repository, tip, input.file_path);
    // A link is not followed: its text may be any path.
    const info =
      entry?.type === "blob" && entry.mode !== "120000" && (await repository.objects.check(entry.id));
    if (!info) throw notFound("File");
    const open = (signal: AbortSignal) => streamBlob(repository, info, signal);
    return rawResponse(context.request, new Headers(), info.id, info.size, fromBeginning(open));
  }),
  implement(listWikiPageVersions, async (input, context) => {
    const { repository, tip } = await openWiki(context, input.id);
    const page = requirePage(await readPages(repository, tip), input.slug);
    const { number, perPage } = context.page;
    const asked = { skip: (number - 1) * perPage, limit: perPage + 1 };
    const versions = await pageHistory(repository, tip, page.path, asked, context.request.signal);
    return new Paged(versions.slice(0, perPage).map(toWikiPageVersion), { more: versions.length > perPage });
  }),
];
