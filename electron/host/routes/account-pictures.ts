import { Hono } from "hono";
import { imageTypeHeader } from "../../../shared/host/remote-images.ts";
import type { AccountPictures } from "../account-pictures/account-pictures.ts";
import { addSecurityHeaders } from "../operations/response-headers.ts";

/** Route of shared/host/account-pictures.ts. */
export const accountPictureRoutes = (pictures: AccountPictures): Hono =>
  new Hono().get("/accounts/:account/picture", async (context) => {
    const { account } = context.req.param();
    const { type, bytes } = await pictures.fetch(
      account,
      context.req.query("url") ?? "",
      context.req.raw.signal,
    );
    const headers = { "content-type": "application/octet-stream", [imageTypeHeader]: type };
    return new Response(bytes, { headers: addSecurityHeaders(new Headers(headers)) });
  });
