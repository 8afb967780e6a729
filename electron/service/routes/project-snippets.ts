import {
  createProjectSnippet,
  deleteProjectSnippet,
  getProjectSnippet,
  getProjectSnippetUserAgent,
  getRawProjectSnippet,
  getRawProjectSnippetFile,
  listProjectSnippets,
  updateProjectSnippet,
} from "../../../shared/api/resources/project-snippets.ts";
import { requireProject } from "../domain/access/require-project.ts";
import {
  listProjectSnippets as list,
  openSnippetFile,
  readSnippet,
} from "../domain/snippets/read-snippets.ts";
import { addSnippet, editSnippet, removeSnippet } from "../domain/snippets/write-snippets.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { toSnippet, toUserAgent } from "../presenters/snippet.ts";
import { snippetFileResponse, snippetPage } from "./snippet-responses.ts";

interface OfProject {
  readonly id: string | number;
  readonly snippet_id: number;
}

const raw = (context: Context, { id, snippet_id }: OfProject, path?: string): Response =>
  snippetFileResponse(
    context.request,
    openSnippetFile(context, requireProject(context, id), snippet_id, path),
  );

const read = (context: Context, { id, snippet_id }: OfProject) =>
  readSnippet(context, requireProject(context, id), snippet_id);

/** Snippets of projects. */
export const projectSnippetRoutes = [
  implement(listProjectSnippets, (input, context) =>
    snippetPage(context, list(context, requireProject(context, input.id), context.page)),
  ),
  implement(getProjectSnippet, (input, context) => toSnippet(context, read(context, input))),
  implement(createProjectSnippet, ({ id, code, ...input }, context) => {
    const project = requireProject(context, id);
    const userAgent = context.request.headers.get("user-agent") ?? "";
    return toSnippet(context, addSnippet(context, project, { ...input, content: code }, userAgent));
  }),
  implement(updateProjectSnippet, ({ id, snippet_id, code, ...input }, context) => {
    const changes = { ...input, content: code };
    return toSnippet(context, editSnippet(context, requireProject(context, id), snippet_id, changes));
  }),
  implement(deleteProjectSnippet, (input, context) => {
    removeSnippet(context, requireProject(context, input.id), input.snippet_id);
    return undefined;
  }),
  implement(getRawProjectSnippet, (input, context) => raw(context, input)),
  implement(getRawProjectSnippetFile, (input, context) => raw(context, input, input.file_path)),
  implement(getProjectSnippetUserAgent, (input, context) => toUserAgent(read(context, input))),
];
