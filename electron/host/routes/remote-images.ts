import { Hono } from "hono";
import { imageTypeHeader } from "../../../shared/host/remote-images.ts";
import { addSecurityHeaders } from "../operations/response-headers.ts";
import type { RemoteImages } from "../remote-images/remote-images.ts";

/** Route of shared/host/remote-images.ts. */
export const remoteImageRoutes = (images: RemoteImages): Hono =>
  new Hono().get("/remote-image", async (context) => {
    const { type, bytes } = await images.fetch(context.req.query("url") ?? "", context.req.raw.signal);
    const headers = { "content-type": "application/octet-stream", [imageTypeHeader]: type };
    return new Response(bytes, { headers: addSecurityHeaders(new Headers(headers)) });
  });
