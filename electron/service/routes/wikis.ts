import type { OutputOf } from "../../../shared/api/contract/operation.ts";
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
import { requireProject } from "../domain/access/require-access.ts";
import { Paged, pageOf } from "../domain/paged.ts";
import {
  listPages,
  listPageVersions,
  openWiki,
  openWikiFile,
  openWikiPage,
  type PageVersion,
  readContents,
  requireWikiWriter,
} from "../domain/wiki/open-wiki.ts";
import { readPageText, type WikiPageFile, type WikiPageText } from "../domain/wiki/page-index.ts";
import { attachFile, createPage, removePage, updatePage } from "../domain/wiki/write-pages.ts";
import { implement } from "../http/implement.ts";
import { contentResponse } from "../http/raw-response.ts";
import { streamArray } from "../http/stream-json.ts";

export const wikiRoutes = [
  implement(listWikiPages, async (input, context) => {
    const project = requireProject(context, input.id);
    const all = await listPages(context.store, project, context.request.signal);
    if (input.page !== undefined || input.per_page !== undefined) {
      const { items } = pageOf(context, all);
      const read = input.with_content
        ? await Array.fromAsync(readContents(context.store, project, items))
        : [];
      const texts = new Map(read.flat());
      return new Paged(
        items.map((page) => toWikiPage(page, texts.get(page))),
        { total: all.length },
      );
    }
    const pages = all;
    return input.with_content
      ? streamArray(readContents(context.store, project, pages), ([page, text]) => toWikiPage(page, text))
      : pages.map((page) => toWikiPage(page));
  }),
  implement(getWikiPage, async (input, context) => {
    const wiki = await openWiki(context.store, requireProject(context, input.id), input.version);
    const { page, text } = await openWikiPage(wiki, input.slug, context.request.signal);
    return toWikiPage(page, text);
  }),
  implement(createWikiPage, async (input, context) => {
    const { repository, page } = await createPage(requireWikiWriter(context, input.id, "developer"), input);
    return toWikiPage(page, await readPageText(repository, page));
  }),
  implement(updateWikiPage, async (input, context) => {
    const writer = requireWikiWriter(context, input.id, "developer");
    const { repository, page } = await updatePage(writer, input.slug, input);
    return toWikiPage(page, await readPageText(repository, page));
  }),
  implement(deleteWikiPage, async (input, context) => {
    await removePage(requireWikiWriter(context, input.id, "maintainer"), input.slug);
    return undefined;
  }),
  implement(uploadWikiAttachment, (input, context) =>
    attachFile(requireWikiWriter(context, input.id, "developer"), input.file, input.branch),
  ),
  implement(getRawWikiFile, async (input, context) => {
    const wiki = await openWiki(context.store, requireProject(context, input.id), input.ref);
    return contentResponse(context.request, new Headers(), await openWikiFile(wiki, input.file_path));
  }),
  implement(listWikiPageVersions, async (input, context) => {
    const wiki = await openWiki(context.store, requireProject(context, input.id));
    const { signal } = context.request;
    const { versions, more } = await listPageVersions(wiki, input.slug, context.page, signal);
    return new Paged(versions.map(toWikiPageVersion), { more });
  }),
];

/** A page as lists have it; with its content where that was read. */
const toWikiPage = ({ slug, title, format }: WikiPageFile, text: WikiPageText | null = null) => ({
  format,
  slug,
  title,
  ...text,
});

/** A version of a page. */
const toWikiPageVersion = (version: PageVersion): OutputOf<typeof listWikiPageVersions>[number] => ({
  id: version.id,
  short_id: version.id.slice(0, 8),
  slug: version.slug,
  title: version.message.split("\n", 1)[0] ?? "",
  message: version.message,
  author_name: version.authorName,
  author_email: version.authorEmail,
  authored_date: version.authoredAt,
});
