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
import { requireProject } from "../domain/access/require-access.ts";
import { Paged } from "../domain/paged.ts";
import {
  findProjectSnippets,
  openSnippetFile,
  readVisibleSnippet,
  type SnippetDetails,
  type SnippetPage,
} from "../domain/snippets/snippets.ts";
import { addSnippet, editSnippet, removeSnippet } from "../domain/snippets/write-snippets.ts";
import { type Context, implement, type Links } from "../http/implement.ts";
import { contentResponse } from "../http/raw-response.ts";
import { toUserOrNull } from "../presenters/user.ts";

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

/** Returns a snippet with the addresses of its files. */
export function toSnippet(links: Links, { snippet, project, author }: SnippetDetails) {
  const url = `${links.baseUrl}${project ? `/${project.fullPath}` : ""}/-/snippets/${snippet.id}`;
  return {
    id: snippet.id,
    title: snippet.title,
    file_name: snippet.paths[0] ?? null,
    description: snippet.description,
    visibility: snippet.visibility,
    author: toUserOrNull(links, author),
    expires_at: snippet.expiresAt,
    created_at: snippet.createdAt,
    updated_at: snippet.updatedAt,
    project_id: snippet.projectId,
    web_url: url,
    raw_url: `${url}/raw`,
    files: snippet.paths.map((path) => ({
      path,
      raw_url: `${url}/raw/main/${path.split("/").map(encodeURIComponent).join("/")}`,
    })),
  };
}

/** Returns from where a snippet was written. */
export const toUserAgent = ({ snippet }: SnippetDetails) => ({
  user_agent: snippet.userAgent ?? "",
  ip_address: snippet.ipAddress ?? "",
  spamcheck_submitted: false,
  akismet_submitted: false,
});

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
  readVisibleSnippet(context, requireProject(context, id), snippet_id);

/** Snippets of projects. */
/** Returns a snippet's fields with its text, which the operations of projects call `code`, where there is one. */
const withContent = <Fields extends object>(fields: Fields, code: string | undefined) =>
  code === undefined ? fields : { ...fields, content: code };

export const projectSnippetRoutes = [
  implement(listProjectSnippets, (input, context) =>
    snippetPage(context, findProjectSnippets(context, requireProject(context, input.id), context.page)),
  ),
  implement(getProjectSnippet, (input, context) => toSnippet(context, read(context, input))),
  implement(createProjectSnippet, ({ id, code, ...input }, context) => {
    const project = requireProject(context, id);
    const userAgent = context.request.headers.get("user-agent") ?? "";
    return toSnippet(context, addSnippet(context, project, withContent(input, code), userAgent));
  }),
  implement(updateProjectSnippet, ({ id, snippet_id, code, ...input }, context) => {
    const changes = withContent(input, code);
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
