import { imageHostsPath, imageTypeHeader, remoteImagePath } from "../../shared/host/remote-images.ts";
import { hostFetch, hostSend } from "./host.ts";

/** Fetches an image at a path of the host, its media type included. Throws ProblemError. */
export async function fetchImage(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await hostFetch(path, { signal });
  return new Blob([await response.arrayBuffer()], { type: response.headers.get(imageTypeHeader) ?? "" });
}

/** Has the shell confirm that images are loaded from hosts, each once. Throws ProblemError `unconfirmed`. */
export const allowImageHosts = (hosts: readonly string[]) => hostSend(imageHostsPath, "POST", { hosts });

/** Fetches an image from elsewhere through the host. Throws ProblemError. */
export const fetchRemoteImage = (url: string, signal: AbortSignal): Promise<Blob> =>
  fetchImage(remoteImagePath(url), signal);
