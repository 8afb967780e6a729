import type { SnippetDetails } from "../domain/snippets/read-snippets.ts";
import type { Links } from "../http/context.ts";
import { toUserOrNull } from "./user.ts";

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
