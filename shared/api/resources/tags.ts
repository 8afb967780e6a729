import { z } from "zod";
import { idOrPath, longText, type Raw, record, sort, timestamp, versioned } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { shortCommit } from "./commit-shapes.ts";

/** Release notes of a tag. */
const tagRelease = record({ tag_name: z.string(), description: z.string().nullable().default(null) });

/** The tag of a version that sends no `target`: what a lightweight one has there. */
const readTag = (raw: Raw): Raw => {
  const { target, commit } = raw;
  if (typeof target === "string" || commit === null || typeof commit !== "object" || !("id" in commit))
    return raw;
  return { ...raw, target: commit.id };
};

/** A tag (Tags › Tag). */
export const tag = versioned(
  record({
    name: z.string(),
    message: z.string().nullable().default(null).describe("annotation; null for a lightweight tag"),
    target: z
      .string()
      .default("")
      .describe("tag object of an annotated tag, commit of a lightweight one; absent from some versions"),
    commit: shortCommit.nullable().default(null).describe("null for a tag of a tree or a blob"),
    release: tagRelease.nullable().default(null),
    protected: z.boolean().optional().describe("since 12.x"),
    created_at: timestamp.nullish().describe("since 16.11"),
  }),
  readTag,
);
export type Tag = z.output<typeof tag>;

const params = { id: idOrPath, tag_name: z.string().min(1) };

export const listTags = operation({
  method: "GET",
  path: "/projects/:id/repository/tags",
  summary: "Tags of a project",
  auth: "optional",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    order_by: z.enum(["name", "updated"]).optional().describe("updated where left out"),
    sort: sort.optional().describe("desc where left out"),
    search: z.string().optional().describe("`^term` matches beginnings, `term$` endings"),
  },
  response: json(z.array(tag)),
  reads: ["tags"],
});

export const getTag = operation({
  method: "GET",
  path: "/projects/:id/repository/tags/:tag_name",
  summary: "One tag",
  auth: "optional",
  params,
  response: json(tag),
  reads: ["tags"],
});

export const createTag = operation({
  method: "POST",
  path: "/projects/:id/repository/tags",
  summary: "Create a tag, annotated where a message is given",
  auth: "token",
  role: "developer",
  params: { id: idOrPath },
  body: {
    tag_name: z.string().min(1),
    ref: z.string().min(1),
    message: longText().optional(),
    release_description: longText().optional(),
  },
  deprecated: ["release_description"],
  response: json(tag),
  status: 201,
  changes: ["tags", "releases"],
});

export const deleteTag = operation({
  method: "DELETE",
  path: "/projects/:id/repository/tags/:tag_name",
  summary: "Delete a tag",
  auth: "token",
  role: "developer",
  params,
  response: none,
  status: 204,
  changes: ["tags", "releases"],
});

const notes = { description: longText().min(1).describe("Markdown") };

export const createTagRelease = operation({
  method: "POST",
  path: "/projects/:id/repository/tags/:tag_name/release",
  summary: "Give a tag release notes",
  auth: "token",
  role: "developer",
  params,
  body: notes,
  response: json(tagRelease),
  status: 201,
  changes: ["tags", "releases"],
});

export const updateTagRelease = operation({
  method: "PUT",
  path: "/projects/:id/repository/tags/:tag_name/release",
  summary: "Change a tag's release notes",
  auth: "token",
  role: "developer",
  params,
  body: notes,
  response: json(tagRelease),
  changes: ["tags", "releases"],
});
