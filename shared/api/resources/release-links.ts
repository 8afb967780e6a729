import { z } from "zod";
import { idOrPath, openEnum, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

/** A link of a release to a file or page (Releases › Links). */
export const releaseLink = record({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  external: z.boolean().default(true),
  direct_asset_url: z.string().nullish().describe("an address of the release's own that leads to `url`"),
  link_type: openEnum("other", "runbook", "image", "package").optional(),
});
export type ReleaseLink = z.output<typeof releaseLink>;

/** Kinds of links. */
export const linkTypes = ["other", "package", "image", "runbook"] as const;
export type LinkType = (typeof linkTypes)[number];

/** Address of a link. */
export const linkUrl = z.url({ protocol: /^(?:https?|ftp)$/ }).describe("http, https or ftp");

/** Fields of a link that is made or changed, beside its name and address. */
export const linkFields = {
  filepath: z
    .string()
    .startsWith("/")
    .optional()
    .describe("path below the release's downloads; `direct_asset_path` in newer services"),
  link_type: z.enum(linkTypes).optional().describe("`other` where left out"),
};

const one = { id: idOrPath, tag_name: z.string().min(1) };
const link = { ...one, link_id: z.int() };
const shared = {
  auth: "token",
  aliases: { filepath: "direct_asset_path" },
  changes: ["releases"],
  extension: "service",
} as const;

export const listReleaseLinks = operation({
  method: "GET",
  path: "/projects/:id/releases/:tag_name/assets/links",
  summary: "Links of a release",
  auth: "token",
  paged: "offset",
  params: one,
  response: json(z.array(releaseLink)),
  reads: ["releases"],
  extension: "service",
});

export const getReleaseLink = operation({
  method: "GET",
  path: "/projects/:id/releases/:tag_name/assets/links/:link_id",
  summary: "One link of a release",
  auth: "token",
  params: link,
  response: json(releaseLink),
  reads: ["releases"],
  extension: "service",
});

export const createReleaseLink = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/releases/:tag_name/assets/links",
  summary: "Add a link to a release",
  role: "developer",
  params: one,
  body: { name: z.string().min(1), url: linkUrl, ...linkFields },
  response: json(releaseLink),
  status: 201,
});

export const updateReleaseLink = operation({
  ...shared,
  method: "PUT",
  path: "/projects/:id/releases/:tag_name/assets/links/:link_id",
  summary: "Change a link of a release",
  rule: ({ name, url }) =>
    name === undefined && url === undefined
      ? { field: "name", message: "Provide at least one of name and url" }
      : null,
  role: "developer",
  params: link,
  body: { name: z.string().min(1).optional(), url: linkUrl.optional(), ...linkFields },
  response: json(releaseLink),
});

export const deleteReleaseLink = operation({
  method: "DELETE",
  path: "/projects/:id/releases/:tag_name/assets/links/:link_id",
  summary: "Remove a link from a release",
  auth: "token",
  role: "developer",
  params: link,
  response: json(releaseLink),
  changes: ["releases"],
  extension: "service",
});
