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
import { requireSnippet } from "../domain/snippets/snippets.ts";
import { unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { toUserAgent } from "../presenters/snippet.ts";
import { create, listOf, raw, read, remove, update } from "./snippet-requests.ts";

/** Snippets of people, in no project. */
export const personalSnippetRoutes = [
  implement(listSnippets, (_, context) => {
    if (!context.user) throw unauthorized();
    return listOf(context, { kind: "author", userId: context.user.id }, null);
  }),
  implement(listPublicSnippets, (_, context) => listOf(context, { kind: "public" }, null)),
  implement(getSnippet, (input, context) => read(context, null, input.id)),
  implement(createSnippet, (input, context) => create(context, null, input)),
  implement(updateSnippet, ({ id, ...change }, context) => update(context, null, id, change)),
  implement(deleteSnippet, (input, context) => remove(context, null, input.id)),
  implement(getRawSnippet, (input, context) => raw(context, null, input.id)),
  implement(getRawSnippetFile, (input, context) => raw(context, null, input.id, input.file_path)),
  implement(getSnippetUserAgent, (input, { store, user }) =>
    toUserAgent(requireSnippet(store, user, null, input.id)),
  ),
];
