import { z } from "zod";
import { fileContent } from "../contract/fields.ts";
import { json, none, operation, text } from "../contract/operation.ts";
import { newSnippet, snippet, snippetChange, snippetFile, userAgent } from "./project-snippets.ts";
import { visibility } from "./projects.ts";

const one = { id: z.int() };
const reads = ["snippets"] as const;
const list = { method: "GET", paged: "offset", response: json(z.array(snippet)), reads } as const;

export const listSnippets = operation({
  ...list,
  path: "/snippets",
  summary: "The caller's own snippets",
  auth: "token",
});

export const getSnippet = operation({
  method: "GET",
  path: "/snippets/:id",
  summary: "One personal snippet",
  auth: "optional",
  params: one,
  response: json(snippet),
  reads,
});

export const getRawSnippet = operation({
  method: "GET",
  path: "/snippets/:id/raw",
  summary: "A personal snippet's content",
  auth: "optional",
  params: one,
  response: text,
  reads,
});

export const createSnippet = operation({
  method: "POST",
  path: "/snippets",
  summary: "Add a personal snippet",
  auth: "token",
  body: {
    ...newSnippet,
    content: fileContent().min(1).optional().describe("required unless `files` is given"),
    visibility: visibility.optional(),
  },
  response: json(snippet),
  status: 201,
  changes: reads,
});

export const updateSnippet = operation({
  method: "PUT",
  path: "/snippets/:id",
  summary: "Change a personal snippet",
  auth: "token",
  params: one,
  body: {
    ...snippetChange,
    content: fileContent().optional(),
    visibility: visibility.optional(),
  },
  response: json(snippet),
  changes: reads,
});

export const deleteSnippet = operation({
  method: "DELETE",
  path: "/snippets/:id",
  summary: "Delete a personal snippet",
  auth: "token",
  params: one,
  response: none,
  status: 204,
  changes: reads,
});

export const getRawSnippetFile = operation({
  method: "GET",
  path: "/snippets/:id/files/:ref/:file_path/raw",
  summary: "One file of a personal snippet of several files",
  auth: "optional",
  extension: "service",
  params: { ...one, ...snippetFile },
  response: text,
  reads,
});

export const listPublicSnippets = operation({
  ...list,
  path: "/snippets/public",
  summary: "Public snippets of everyone",
  auth: "optional",
});

export const getSnippetUserAgent = operation({
  method: "GET",
  path: "/snippets/:id/user_agent_detail",
  summary: "User agent details of a personal snippet",
  auth: "admin",
  params: one,
  response: json(userAgent),
  reads,
});
