import { z } from "zod";
import { idOrPath, longText, record, timestamp } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { shortCommit } from "./commit-shapes.ts";
import { linkFields, linkUrl, releaseLink } from "./release-links.ts";
import { userSummary } from "./user-shapes.ts";

/** A release of a tag (Releases › Release). */
export const release = record({
  tag_name: z.string().default("").describe("absent for callers who may not read the repository"),
  name: z.string().nullable().default(null).describe("optional since 11.x"),
  description: z.string().nullable().default(null).describe("Markdown"),
  description_html: z.string().nullish(),
  created_at: timestamp.optional(),
  released_at: timestamp.nullish().describe("since 12.4"),
  upcoming_release: z.boolean().optional(),
  author: userSummary.nullish(),
  commit: shortCommit.nullish(),
  assets: record({
    count: z.int().default(0),
    sources: z.array(record({ format: z.string(), url: z.string() })).default([]),
    links: z.array(releaseLink).default([]),
  }).optional(),
  evidences: z
    .array(
      record({
        sha: z.string().nullish(),
        filepath: z.string().nullish().describe("address of a JSON file"),
        collected_at: timestamp.nullish(),
      }),
    )
    .nullish()
    .describe("what a service collected when it was published"),
  _links: record({ self: z.string().optional() }).optional().describe("web pages; since 12.4"),
});
export type Release = z.output<typeof release>;

const params = { id: idOrPath, tag_name: z.string().min(1) };
const links = z.array(
  z.strictObject({
    name: z.string().min(1),
    url: linkUrl,
    ...linkFields,
    direct_asset_path: linkFields.filepath.describe("`filepath` in newer services"),
  }),
);

export const listReleases = operation({
  method: "GET",
  path: "/projects/:id/releases",
  summary: "Releases, latest first",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    order_by: z.enum(["released_at", "created_at"]).optional().describe("since 13.x"),
    sort: z.enum(["asc", "desc"]).optional().describe("since 13.x"),
  },
  response: json(z.array(release)),
  reads: ["releases"],
});

export const getRelease = operation({
  method: "GET",
  path: "/projects/:id/releases/:tag_name",
  summary: "One release",
  auth: "token",
  params,
  response: json(release),
  reads: ["releases"],
});

export const createRelease = operation({
  method: "POST",
  path: "/projects/:id/releases",
  summary: "Release a tag, and create the tag where `ref` is given",
  auth: "token",
  role: "developer",
  params: { id: idOrPath },
  body: {
    name: z.string().optional().describe("the tag's name where left out, since 11.x"),
    tag_name: z.string().min(1),
    tag_message: longText().optional().describe("of a new annotated tag; since 15.3"),
    description: longText().describe("Markdown, may be empty"),
    ref: z.string().optional().describe("hash, tag or branch to create a missing tag from"),
    assets: z.strictObject({ links: links.optional() }).optional(),
    released_at: timestamp.optional().describe("since 12.4"),
  },
  response: json(release),
  status: 201,
  changes: ["releases", "tags"],
});

export const updateRelease = operation({
  method: "PUT",
  path: "/projects/:id/releases/:tag_name",
  summary: "Change a release's name or notes",
  auth: "token",
  role: "developer",
  params,
  body: { name: z.string().optional(), description: longText().optional() },
  response: json(release),
  changes: ["releases"],
});

export const deleteRelease = operation({
  method: "DELETE",
  path: "/projects/:id/releases/:tag_name",
  summary: "Delete a release; its tag stays",
  auth: "token",
  role: "developer",
  params,
  response: json(release),
  changes: ["releases"],
});
