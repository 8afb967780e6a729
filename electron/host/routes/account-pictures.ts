import { Hono } from "hono";
import type { AccountPictures } from "../account-pictures/account-pictures.ts";
import { imageResponse } from "../page/image-response.ts";

/** Route of shared/host/account-pictures.ts. */
export const accountPictureRoutes = (pictures: AccountPictures): Hono =>
  new Hono().get("/accounts/:account/picture", async (context) => {
    const { account } = context.req.param();
    const { signal } = context.req.raw;
    return imageResponse(await pictures.fetch(account, context.req.query("url") ?? "", signal));
  });
