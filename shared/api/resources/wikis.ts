import { z } from "zod";
import { fileContent, idOrPath, openEnum, record, timestamp } from "../contract/fields.ts";
import { bytes, file, json, none, operation } from "../contract/operation.ts";

/** A wiki page; lists include its content only on request (Wikis › Wiki page). */
export const wikiPage = record({
  slug: z.string(),
  title: z.string(),
  format: openEnum("markdown", "rdoc", "asciidoc"),
  content: z.string().optional(),
  encoding: z.string().optional().describe("since 14.x"),
  front_matter: z.record(z.string(), z.unknown()).optional().describe("since 16.x"),
});
export type WikiPage = z.output<typeof wikiPage>;

const one = { id: idOrPath, slug: z.string().min(1) };
const format = z.enum(["markdown", "rdoc", "asciidoc"]).optional();
const reads = ["wikis"] as const;

/** Real services give the list whole. The local one gives a page of it where one is asked for; it leaves out the content of pages above 5 MB. */
export const listWikiPages = operation({
  method: "GET",
  path: "/projects/:id/wikis",
  summary: "Pages of a project's wiki, `home` first",
  auth: "token",
  params: { id: idOrPath },
  query: {
    with_content: z.boolean().optional(),
    page: z.int().min(1).optional().describe("all pages where this and per_page are left out"),
    per_page: z.int().min(1).max(100).optional(),
  },
  response: json(z.array(wikiPage)),
  reads,
});

export const getWikiPage = operation({
  method: "GET",
  path: "/projects/:id/wikis/:slug",
  summary: "One wiki page",
  auth: "token",
  params: one,
  query: { version: z.string().min(1).optional().describe("a commit of the wiki; since 14.x") },
  response: json(wikiPage),
  reads,
});

export const createWikiPage = operation({
  method: "POST",
  path: "/projects/:id/wikis",
  summary: "Write a new wiki page",
  auth: "token",
  role: "developer",
  params: { id: idOrPath },
  body: {
    content: fileContent(),
    title: z.string().min(1),
    format: format.describe("markdown where left out"),
  },
  response: json(wikiPage),
  status: 201,
  changes: reads,
});

export const updateWikiPage = operation({
  method: "PUT",
  path: "/projects/:id/wikis/:slug",
  summary: "Change a wiki page",
  rule: ({ content, title }) =>
    content === undefined && title === undefined
      ? { field: "content", message: "Provide at least one of content and title" }
      : null,
  auth: "token",
  role: "developer",
  params: one,
  body: {
    content: fileContent().optional().describe("required without `title`"),
    title: z.string().optional().describe("required without `content`"),
    format,
  },
  response: json(wikiPage),
  changes: reads,
});

export const deleteWikiPage = operation({
  method: "DELETE",
  path: "/projects/:id/wikis/:slug",
  summary: "Delete a wiki page",
  auth: "token",
  role: "maintainer",
  params: one,
  response: none,
  status: 204,
  changes: reads,
});

export const uploadWikiAttachment = operation({
  method: "POST",
  path: "/projects/:id/wikis/attachments",
  summary: "Upload a file to a project's wiki",
  auth: "token",
  role: "developer",
  encoding: "multipart",
  params: { id: idOrPath },
  body: { file, branch: z.string().optional().describe("the wiki's default branch where left out") },
  response: json(
    record({
      file_name: z.string(),
      file_path: z.string(),
      branch: z.string(),
      link: record({ url: z.string(), markdown: z.string() }),
    }),
  ),
  status: 201,
  changes: reads,
});

/**
 * The bytes of any file of a wiki, such as an attachment's `file_path`. Real services serve them to the browser's own
 * session alone, so nothing else than the local service has it.
 */
export const getRawWikiFile = operation({
  method: "GET",
  path: "/projects/:id/wikis/files/:file_path/raw",
  summary: "The bytes of a file of a project's wiki, such as an attachment",
  auth: "token",
  params: { id: idOrPath, file_path: z.string().min(1).describe("from the root of the wiki") },
  query: { ref: z.string().min(1).optional().describe("a commit of the wiki; its last one where left out") },
  response: bytes,
  reads,
  extension: "local",
});

/** A commit that changed a page. */
const wikiPageVersion = record({
  id: z.string().describe("hash of the commit; the `version` of the page's content then"),
  short_id: z.string(),
  slug: z.string().describe("the page's slug then, which a new title changes"),
  title: z.string().describe("first line of the message"),
  message: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  authored_date: timestamp.optional(),
});
export type WikiPageVersion = z.output<typeof wikiPageVersion>;

/** Real services have no such operation: there the history is where the wiki can be cloned. */
export const listWikiPageVersions = operation({
  method: "GET",
  path: "/projects/:id/wikis/:slug/history",
  summary: "Commits that changed a wiki page, newest first",
  auth: "token",
  paged: "offset",
  params: one,
  response: json(z.array(wikiPageVersion)),
  reads,
  extension: "local",
});
