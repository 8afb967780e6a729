import { Hono } from "hono";
import { imageResponse } from "../page/image-response.ts";
import type { RemoteImages } from "../remote-images/remote-images.ts";

/** Route of shared/host/remote-images.ts. */
export const remoteImageRoutes = (images: RemoteImages): Hono =>
  new Hono().get("/remote-image", async (context) =>
    imageResponse(await images.fetch(context.req.query("url") ?? "", context.req.raw.signal)),
  );
