/**
 * `GET /remote-image?url=` fetches an image that a document names, after the user requested it: without cookies,
 * referrer or token, from public addresses alone, at most 10 MiB. Responds with its bytes as `application/octet-stream`
 * and their media type in {@link imageTypeHeader}, so that nothing of them has a type at the page's own origin.
 */
export const remoteImagePath = (url: string): string => `/remote-image?url=${encodeURIComponent(url)}`;

/** One of the types that the host recognises by the bytes, such as `image/png`. */
export const imageTypeHeader = "helve-image-type";
