import type { Context } from "../http/context.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Snippet } from "../store/projects/snippets.ts";
import { findUser } from "../store/users/users.ts";
import { toUserSummary } from "./user.ts";

/** Returns a snippet with the addresses of its files; `project` is null for a personal one. */
export function toSnippet(context: Context, project: Project | null, snippet: Snippet) {
  const author = snippet.authorId === null ? null : findUser(context.store, snippet.authorId);
  const url = `${context.baseUrl}${project ? `/${project.fullPath}` : ""}/-/snippets/${snippet.id}`;
  return {
    id: snippet.id,
    title: snippet.title,
    file_name: snippet.paths[0] ?? null,
    description: snippet.description,
    visibility: snippet.visibility,
    author: author && toUserSummary(context, author),
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
export const toUserAgent = (snippet: Snippet) => ({
  user_agent: snippet.userAgent ?? "",
  ip_address: snippet.ipAddress ?? "",
  spamcheck_submitted: false,
  akismet_submitted: false,
});
