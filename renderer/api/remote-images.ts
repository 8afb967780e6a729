import { imageTypeHeader, remoteImagePath } from "../../shared/host/remote-images.ts";
import { hostFetch } from "./host.ts";

/** Fetches an image from elsewhere through the host, its media type included. Throws ProblemError. */
export async function fetchRemoteImage(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await hostFetch(remoteImagePath(url), { signal });
  return new Blob([await response.arrayBuffer()], { type: response.headers.get(imageTypeHeader) ?? "" });
}
