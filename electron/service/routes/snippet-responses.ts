import type { openSnippetFile, SnippetPage } from "../domain/snippets/read-snippets.ts";
import type { Links } from "../http/context.ts";
import { Paged } from "../http/paging.ts";
import { contentResponse } from "../http/raw-response.ts";
import { toSnippet } from "../presenters/snippet.ts";

/** Returns a page of snippets as the API represents them. */
export const snippetPage = (links: Links, { snippets, total }: SnippetPage) =>
  new Paged(
    snippets.map((snippet) => toSnippet(links, snippet)),
    { total },
  );

/** Returns the response with a snippet's file, as text that no browser runs. */
export function snippetFileResponse(
  request: Request,
  { name, content }: ReturnType<typeof openSnippetFile>,
): Response {
  const headers = new Headers({
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    "content-security-policy": "sandbox; default-src 'none'",
  });
  const response = contentResponse(request, headers, content);
  response.headers.set("content-type", "text/plain; charset=utf-8");
  return response;
}
