import { z } from "zod";

/**
 * `POST /remote-images/hosts`: asks the shell whether images may be loaded from these hosts, once for each. 204, or the
 * problem `unconfirmed`.
 */
export const imageHostsPath = "/remote-images/hosts";
/** Hosts of one question; images of any further ones stay unloaded. */
export const maxImageHosts = 50;
export const imageHostsBody = z.strictObject({
  hosts: z.array(z.string().min(1).max(300)).min(1).max(maxImageHosts),
});

/**
 * `GET /remote-image?url=` fetches an image that a document names, after the user requested it: without cookies,
 * referrer or token, from public addresses of confirmed hosts alone, at most 10 MiB. Responds with its bytes as `application/octet-stream`
 * and their media type in {@link imageTypeHeader}, so that nothing of them has a type at the page's own origin.
 */
export const remoteImagePath = (url: string): string => `/remote-image?url=${encodeURIComponent(url)}`;

/** One of the types that the host recognises by the bytes, such as `image/png`. */
export const imageTypeHeader = "helve-image-type";
