import { protocol } from "electron";
import type { StartData } from "../../shared/host/start-data.ts";
import { forwardBody, hostRequest, refuseDestination } from "../host/page/host-request.ts";
import { pageHeaders } from "../host/page/page-assets.ts";
import { createPageFiles, type FirstFrame } from "../host/page/page-files.ts";

/** The page's scheme and origin. The host's name is part of the origin, so that nothing else shares its storage. */
const scheme = "app";
export const appOrigin = `${scheme}://helve`;

/** Registers the scheme and its privileges. To be called once, before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        stream: true,
        corsEnabled: true,
        codeCache: true,
      },
    },
  ]);
}

/** Serves every request of the scheme with a handler. */
export function serveAppScheme(handle: (request: Request) => Promise<Response>): void {
  protocol.handle(scheme, handle);
}

interface AppHandlerOptions {
  /** Folder of the built page. */
  readonly page: string;
  /** Returns what the page's HTML gets along. */
  readonly startData: () => StartData;
  readonly firstFrame: FirstFrame;
  /** The host's handler; paths have no prefix. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** Returns the handler of the page's requests: files of the page, and the host's routes below their prefix. */
export function createAppHandler({
  page,
  startData,
  firstFrame,
  handle,
}: AppHandlerOptions): (request: Request) => Promise<Response> {
  const files = createPageFiles(page, startData, firstFrame);
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

/**
 * Forwards the page's abort to the host. When a page aborts a fetch, Electron cancels the body of the response but
 * not the signal of the request; so the host gets a signal of its own, which a cancelled body aborts.
 */
export async function forwardAbort(
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  if (request.signal.aborted) abort(request.signal.reason);
  else request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  const response = await handle(new Request(request, { signal: controller.signal }));
  return forwardBody(response, controller.signal, abort);
}
