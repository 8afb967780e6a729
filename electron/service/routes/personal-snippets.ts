import {
  createSnippet,
  deleteSnippet,
  getRawSnippet,
  getRawSnippetFile,
  getSnippet,
  getSnippetUserAgent,
  listPublicSnippets,
  listSnippets,
  updateSnippet,
} from "../../../shared/api/resources/snippets.ts";
import {
  findOwnSnippets,
  findPublicSnippets,
  openSnippetFile,
  readVisibleSnippet,
} from "../domain/snippets/snippets.ts";
import { addSnippet, editSnippet, removeSnippet } from "../domain/snippets/write-snippets.ts";
import { type Context, implement } from "../http/implement.ts";
import { snippetFileResponse, snippetPage, toSnippet, toUserAgent } from "./project-snippets.ts";

const raw = (context: Context, id: number, path?: string): Response =>
  snippetFileResponse(context.request, openSnippetFile(context, null, id, path));

/** Snippets of people, in no project. */
export const personalSnippetRoutes = [
  implement(listSnippets, (_, context) => snippetPage(context, findOwnSnippets(context, context.page))),
  implement(listPublicSnippets, (_, context) =>
    snippetPage(context, findPublicSnippets(context, context.page)),
  ),
  implement(getSnippet, (input, context) => toSnippet(context, readVisibleSnippet(context, null, input.id))),
  implement(createSnippet, (input, context) => {
    const userAgent = context.request.headers.get("user-agent") ?? "";
    return toSnippet(context, addSnippet(context, null, input, userAgent));
  }),
  implement(updateSnippet, ({ id, ...changes }, context) =>
    toSnippet(context, editSnippet(context, null, id, changes)),
  ),
  implement(deleteSnippet, (input, context) => {
    removeSnippet(context, null, input.id);
    return undefined;
  }),
  implement(getRawSnippet, (input, context) => raw(context, input.id)),
  implement(getRawSnippetFile, (input, context) => raw(context, input.id, input.file_path)),
  implement(getSnippetUserAgent, (input, context) =>
    toUserAgent(readVisibleSnippet(context, null, input.id)),
  ),
];
