import { z } from "zod";
import { fileContent, idOrPath } from "../contract/fields.ts";
import { json, none, operation, text } from "../contract/operation.ts";
import { visibility } from "./projects.ts";
import { newSnippet, snippet, snippetChange, snippetFile, userAgent } from "./snippet-shapes.ts";

const one = { id: idOrPath, snippet_id: z.int() };
const reads = ["snippets"] as const;
const aliases = { code: "content" };

export const listProjectSnippets = operation({
  method: "GET",
  path: "/projects/:id/snippets",
  summary: "Snippets of a project",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath },
  response: json(z.array(snippet)),
  reads,
});

export const getProjectSnippet = operation({
  method: "GET",
  path: "/projects/:id/snippets/:snippet_id",
  summary: "One snippet of a project",
  auth: "optional",
  params: one,
  response: json(snippet),
  reads,
});

export const createProjectSnippet = operation({
  method: "POST",
  path: "/projects/:id/snippets",
  summary: "Add a snippet to a project",
  auth: "token",
  role: "reporter",
  params: { id: idOrPath },
  body: {
    ...newSnippet,
    code: fileContent().min(1).optional().describe("content; required unless `files` is given"),
    visibility,
  },
  aliases,
  response: json(snippet),
  status: 201,
  changes: reads,
});

export const updateProjectSnippet = operation({
  method: "PUT",
  path: "/projects/:id/snippets/:snippet_id",
  summary: "Change a snippet of a project",
  auth: "token",
  role: "reporter",
  params: one,
  body: {
    ...snippetChange,
    code: fileContent().optional(),
    visibility: visibility.optional(),
  },
  aliases,
  response: json(snippet),
  changes: reads,
});

export const deleteProjectSnippet = operation({
  method: "DELETE",
  path: "/projects/:id/snippets/:snippet_id",
  summary: "Delete a snippet of a project",
  auth: "token",
  role: "reporter",
  params: one,
  response: none,
  status: 204,
  changes: ["snippets", "notes"],
});

export const getRawProjectSnippet = operation({
  method: "GET",
  path: "/projects/:id/snippets/:snippet_id/raw",
  summary: "A snippet's content",
  auth: "optional",
  params: one,
  response: text,
  reads,
});

export const getRawProjectSnippetFile = operation({
  method: "GET",
  path: "/projects/:id/snippets/:snippet_id/files/:ref/:file_path/raw",
  summary: "One file of a snippet of several files",
  auth: "optional",
  extension: "service",
  params: { ...one, ...snippetFile },
  response: text,
  reads,
});

export const getProjectSnippetUserAgent = operation({
  method: "GET",
  path: "/projects/:id/snippets/:snippet_id/user_agent_detail",
  summary: "User agent details of a snippet",
  auth: "admin",
  params: one,
  response: json(userAgent),
  reads,
});
