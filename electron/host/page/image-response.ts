import { imageTypeHeader } from "../../../shared/host/remote-images.ts";
import { addSecurityHeaders } from "../operations/response-headers.ts";

/** Returns the response with an image that was fetched for the page: bytes, with their type in a header of its own. */
export function imageResponse({
  type,
  bytes,
}: {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}): Response {
  const headers = { "content-type": "application/octet-stream", [imageTypeHeader]: type };
  return new Response(bytes, { headers: addSecurityHeaders(new Headers(headers)) });
}
