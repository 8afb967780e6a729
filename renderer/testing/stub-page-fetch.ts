import { vi } from "vitest";
import type { HostInFolder } from "../../electron/host/testing/host-in-folder.ts";
import { hostPrefix } from "../../shared/host/prefix.ts";

/** Sends the page's requests to a host, as in the app, until `vi.unstubAllGlobals`. Other requests stay as they are. */
export function stubPageFetch(host: Pick<HostInFolder, "request">): void {
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) =>
    typeof input === "string" && input.startsWith(hostPrefix)
      ? host.request(input.slice(hostPrefix.length), init)
      : send(input, init),
  );
}
