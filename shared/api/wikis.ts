import { z } from "zod";
import { idOrPath, openEnum, record } from "./fields.ts";
import { file, json, none, operation } from "./operation.ts";

/** A wiki page; lists carry its content only when asked to (Part B, Wiki page). */
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
const format = z.enum(["markdown", "rdoc", "asciidoc"]).optional().describe("markdown where left out");
const reads = ["wikis"] as const;

export const listWikiPages = operation({
  method: "GET",
  path: "/projects/:id/wikis",
  summary: "Pages of a project's wiki",
  auth: "token",
  params: { id: idOrPath },
  query: { with_content: z.boolean().optional() },
  response: json(z.array(wikiPage)),
  reads,
});

export const getWikiPage = operation({
  method: "GET",
  path: "/projects/:id/wikis/:slug",
  summary: "One wiki page",
  auth: "token",
  params: one,
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
  body: { content: z.string(), title: z.string().min(1), format },
  response: json(wikiPage),
  status: 201,
  changes: reads,
});

export const updateWikiPage = operation({
  method: "PUT",
  path: "/projects/:id/wikis/:slug",
  summary: "Change a wiki page",
  auth: "token",
  role: "developer",
  params: one,
  body: {
    content: z.string().optional().describe("required without `title`"),
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
