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
import { requireSnippet, requireSnippetCreator, visibleTo } from "../domain/snippets/snippets.ts";
import { implement } from "../http/implement.ts";
import { toUserAgent } from "../presenters/snippet.ts";
import { create, listOf, raw, read, remove, update } from "./snippet-requests.ts";

/** Snippets of projects. */
export const projectSnippetRoutes = [
  implement(listProjectSnippets, (input, context) => {
    const project = context.project(input.id);
    const { user } = context;
    const scope = { projectId: project.id, userId: user?.id ?? null, visibilities: visibleTo(user) };
    return listOf(context, { kind: "project", ...scope }, project);
  }),
  implement(getProjectSnippet, (input, context) =>
    read(context, context.project(input.id), input.snippet_id),
  ),
  implement(createProjectSnippet, ({ id, code, ...input }, context) => {
    const project = context.project(id);
    requireSnippetCreator(context.store, context.user, project);
    return create(context, project, { ...input, content: code });
  }),
  implement(updateProjectSnippet, ({ id, snippet_id, code, ...input }, context) =>
    update(context, context.project(id), snippet_id, { ...input, content: code }),
  ),
  implement(deleteProjectSnippet, (input, context) =>
    remove(context, context.project(input.id), input.snippet_id),
  ),
  implement(getRawProjectSnippet, (input, context) =>
    raw(context, context.project(input.id), input.snippet_id),
  ),
  implement(getRawProjectSnippetFile, (input, context) =>
    raw(context, context.project(input.id), input.snippet_id, input.file_path),
  ),
  implement(getProjectSnippetUserAgent, (input, context) =>
    toUserAgent(requireSnippet(context.store, context.user, context.project(input.id), input.snippet_id)),
  ),
];
