import { hostRequest, refuseDestination } from "../host/page/host-request.ts";
import { createPageFiles, pageHeaders } from "../host/page/page-files.ts";
import { appOrigin } from "./app-scheme.ts";
import { tieAbort } from "./tie-abort.ts";

export interface AppAnswerOptions {
  /** Folder of the built page. */
  readonly page: string;
  /** The host's handler; paths come without the prefix. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** Answers the page's requests: files of the page, and the host's routes below their prefix. */
export function createAppAnswer({ page, handle }: AppAnswerOptions): (request: Request) => Promise<Response> {
  const files = createPageFiles(page);
  return async (request) => {
    const origin = request.headers.get("origin");
    if (!request.url.startsWith(`${appOrigin}/`) || (origin !== null && origin !== appOrigin)) {
      return new Response("Another page may not ask here.\n", { status: 403, headers: pageHeaders });
    }
    const inner = hostRequest(request);
    if (!inner) return files(request);
    return refuseDestination(request) ?? tieAbort(inner, handle);
  };
}
