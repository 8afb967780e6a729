import { Hono } from "hono";
import { imageHostsBody, imageHostsPath } from "../../../shared/host/remote-images.ts";
import { typedCode } from "../confirmation/typed-code.ts";
import { imageResponse } from "../page/image-response.ts";
import { readJson } from "../page/request-body.ts";
import type { Destinations } from "../questions/destinations.ts";
import type { RemoteImages } from "../remote-images/remote-images.ts";

/** Routes of shared/host/remote-images.ts. */
export const remoteImageRoutes = (images: RemoteImages, destinations: Destinations): Hono =>
  new Hono()
    .post(imageHostsPath, async (context) => {
      const { hosts } = await readJson(context.req.raw, imageHostsBody);
      await destinations.requireImages(hosts, typedCode(context.req.raw));
      return context.body(null, 204);
    })
    .get("/remote-image", async (context) => {
      const url = context.req.query("url") ?? "";
      destinations.checkImage(url);
      return imageResponse(await images.fetch(url, context.req.raw.signal));
    });
