import type { AnyOperation } from "../../../shared/api/contract/operation.ts";

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
