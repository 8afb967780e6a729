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
import { requireProject } from "../domain/access/require-project.ts";
import { attachFile } from "../domain/wiki/attach.ts";
import {
  listPages,
  listPageVersions,
  openPage,
  openWiki,
  openWikiFile,
  readContents,
  requireWikiWriter,
} from "../domain/wiki/open-wiki.ts";
import { readPage } from "../domain/wiki/read-page.ts";
import { createPage, deletePage, updatePage } from "../domain/wiki/write-pages.ts";
import { implement } from "../http/implement.ts";
import { Paged, pageOf } from "../http/paging.ts";
import { contentResponse } from "../http/raw-response.ts";
import { streamArray } from "../http/stream-json.ts";
import { toWikiPage, toWikiPageVersion } from "../presenters/wiki-page.ts";

export const wikiRoutes = [
  implement(listWikiPages, async (input, context) => {
    const project = requireProject(context, input.id);
    const all = await listPages(project, context.request.signal);
    if (input.page !== undefined || input.per_page !== undefined) {
      const { items } = pageOf(context, all);
      const read = input.with_content ? await Array.fromAsync(readContents(project, items)) : [];
      const texts = new Map(read.flat());
      return new Paged(
        items.map((page) => toWikiPage(page, texts.get(page))),
        { total: all.length },
      );
    }
    const pages = all;
    return input.with_content
      ? streamArray(readContents(project, pages), ([page, text]) => toWikiPage(page, text))
      : pages.map((page) => toWikiPage(page));
  }),
  implement(getWikiPage, async (input, context) => {
    const wiki = await openWiki(requireProject(context, input.id), input.version);
    const { page, text } = await openPage(wiki, input.slug, context.request.signal);
    return toWikiPage(page, text);
  }),
  implement(createWikiPage, async (input, context) => {
    const { repository, page } = await createPage(requireWikiWriter(context, input.id, "developer"), input);
    return toWikiPage(page, await readPage(repository, page));
  }),
  implement(updateWikiPage, async (input, context) => {
    const writer = requireWikiWriter(context, input.id, "developer");
    const { repository, page } = await updatePage(writer, input.slug, input);
    return toWikiPage(page, await readPage(repository, page));
  }),
  implement(deleteWikiPage, async (input, context) => {
    await deletePage(requireWikiWriter(context, input.id, "maintainer"), input.slug);
    return undefined;
  }),
  implement(uploadWikiAttachment, (input, context) =>
    attachFile(requireWikiWriter(context, input.id, "developer"), input.file, input.branch),
  ),
  implement(getRawWikiFile, async (input, context) => {
    const wiki = await openWiki(requireProject(context, input.id), input.ref);
    return contentResponse(context.request, new Headers(), await openWikiFile(wiki, input.file_path));
  }),
  implement(listWikiPageVersions, async (input, context) => {
    const wiki = await openWiki(requireProject(context, input.id));
    const { signal } = context.request;
    const { versions, more } = await listPageVersions(wiki, input.slug, context.page, signal);
    return new Paged(versions.map(toWikiPageVersion), { more });
  }),
];
