import { vi } from "vitest";
import type { HostInFolder } from "../../electron/host/testing/host-in-folder.ts";
import { hostPrefix } from "../../shared/host/host-route.ts";

/** Sends the page's requests to a host, as in the app, until `vi.unstubAllGlobals`. Other requests stay as they are. */
export function stubPageFetch(host: Pick<HostInFolder, "request">): void {
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) =>
    typeof input === "string" && input.startsWith(hostPrefix)
      ? untilAborted(host.request(input.slice(hostPrefix.length), init), init?.signal)
      : send(input, init),
  );
}

/** Throws the reason of a signal that fires before the response, as a browser does, whatever the host then responds. */
const untilAborted = (response: Promise<Response>, signal: AbortSignal | null | undefined) =>
  new Promise<Response>((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    response.then(resolve, reject);
  });
