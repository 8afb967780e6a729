import type { HostRoute, RouteAddress } from "../../shared/host/host-route.ts";
import { imageTypeHeader } from "../../shared/host/remote-images.ts";
import { fetchHost } from "./fetch-host.ts";

/** Fetches an image that a route of the host returns, its media type included. Throws ProblemError. */
export async function fetchImage<R extends HostRoute>(
  route: R,
  address: RouteAddress<R>,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await fetchHost(route, address, { signal });
  return new Blob([await response.arrayBuffer()], { type: response.headers.get(imageTypeHeader) ?? "" });
}
