import { hostPrefix } from "../../../shared/host/prefix.ts";

/** The host's own form of a request below its prefix (`/-/accounts` as `/accounts`), null for any other. */
export function hostRequest(request: Request): Request | null {
  const { pathname } = new URL(request.url);
  if (pathname !== hostPrefix && !pathname.startsWith(`${hostPrefix}/`)) return null;
  // The raw path stays as it was sent: encoded slashes are part of it.
  const at = request.url.indexOf(pathname);
  const inner = request.url.slice(0, at) + request.url.slice(at + hostPrefix.length);
  return new Request(inner, request);
}
