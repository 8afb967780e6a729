import { hostRequest, refuseDestination } from "../host/page/host-request.ts";
import { createPageFiles, pageHeaders } from "../host/page/page-files.ts";
import { appOrigin } from "./app-scheme.ts";
import { forwardAbort } from "./forward-abort.ts";

export interface AppHandlerOptions {
  /** Folder of the built page. */
  readonly page: string;
  /** The host's handler; paths have no prefix. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** Returns the handler of the page's requests: files of the page, and the host's routes below their prefix. */
export function createAppHandler({
  page,
  handle,
}: AppHandlerOptions): (request: Request) => Promise<Response> {
  const files = createPageFiles(page);
  return async (request) => {
    const origin = request.headers.get("origin");
    if (!request.url.startsWith(`${appOrigin}/`) || (origin !== null && origin !== appOrigin)) {
      return new Response("Requests of other pages are not allowed.\n", {
        status: 403,
        headers: pageHeaders,
      });
    }
    const inner = hostRequest(request);
    if (!inner) return files(request);
    return refuseDestination(request) ?? forwardAbort(inner, handle);
  };
}
