import { ProblemError } from "../../../shared/errors.ts";

/**
 * The base URL in whatever was pasted from a browser or a manual: no query, no trailing slash, no `/api/v4`, no page
 * of the web interface. Throws ProblemError `invalid_input`.
 */
export function normalizeUrl(text: string): string {
  const url = new URL(text.trim());
  if (url.protocol !== "https:" && url.protocol !== "http:")
    refuse("The URL has to begin with https:// or http://.");
  if (url.username || url.password) {
    refuse("Leave user name and password out of the URL; the token goes into its own field.");
  }
  const path = url.pathname
    .replace(/\/(api\/v\d+|-|users\/sign_in|dashboard|explore)(\/.*)?$/, "")
    .replace(/\/{2,}/g, "/")
    .replace(/\/+$/, "");
  return url.origin + path;
}

function refuse(message: string): never {
  throw new ProblemError({ code: "invalid_input", message, fields: { url: [message] } });
}
