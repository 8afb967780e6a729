import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { escapeHtml } from "../../../shared/text/escape-html.ts";

/** Files that browsers look for by themselves. */
const askedByBrowsers = /^\/(?:favicon\.ico|robots\.txt|\.well-known\/|apple-touch-icon)/;
/** Paths of git and of uploads: a client of theirs needs a plain refusal. */
const ofOthers = /^\/uploads\/|\/(?:info\/refs|git-upload-pack|git-receive-pack|HEAD)$|\.git\/|\/info\/lfs\//;

/**
 * Returns the page at a web address of the service, such as a `web_url` or `raw_url`, with a link that opens Helve there;
 * null for any other path and method. It reads nothing, so that it is the same whether there is such a place or not.
 */
export function placePage(request: Request, { pathname, search, host }: URL): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  if (pathname.startsWith("/api/") || askedByBrowsers.test(pathname)) return null;
  if (!pathname.includes("/-/") && ofOthers.test(pathname)) return null;
  const address = `${host}${pathname}${search}`;
  const link = escapeHtml(`helve://${address}`);
  const text = escapeHtml(`http://${address}`);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Helve</title>
</head>
<body>
<main>
<h1>This is a place in Helve</h1>
<p><a href="${link}">Open it in Helve</a></p>
<p>Where nothing opens, start Helve, press Ctrl+K (⌘K on a Mac) and paste this address:</p>
<p><code>${text}</code></p>
</main>
</body>
</html>
`;
  return new Response(request.method === "HEAD" ? null : html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    },
  });
}

/**
 * Returns the address of a request as its pages link to it: below the service's own base URL, with the parameters that
 * the operation has, each once. Tokens and unknown parameters are left out; the last of a repeated one counts.
 */
export function pageUrl(operation: AnyOperation, url: URL, baseUrl: string): URL {
  const search = new URLSearchParams();
  for (const [name, value] of url.searchParams) {
    if (!Object.hasOwn(operation.query, name.replace(/\[.*$/s, ""))) continue;
    if (name.endsWith("[]")) search.append(name, value);
    else search.set(name, value);
  }
  const page = new URL(url.pathname, baseUrl);
  // Each change of a URL's own parameters writes all of it anew.
  page.search = search.toString();
  return page;
}
