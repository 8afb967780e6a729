import { z } from "zod";
import { hostRoute } from "./host-route.ts";

/** Hosts of one question; images of any further ones stay unloaded. */
export const maxImageHosts = 50;

/** One of the types that the host recognises by the bytes, such as `image/png`. */
export const imageTypeHeader = "helve-image-type";

export const imageRoutes = {
  /** Asks the shell whether images may be loaded from these hosts, once for each. Or the problem `unconfirmed`. */
  allowHosts: hostRoute("POST /remote-images/hosts", {
    body: z.strictObject({ hosts: z.array(z.string().min(1).max(300)).min(1).max(maxImageHosts) }),
  }),
  /**
   * Fetches an image that a document names, after the user requested it: without cookies, referrer or token, from public
   * addresses of confirmed hosts alone, at most 10 MiB. Responds with its bytes as `application/octet-stream` and their
   * media type in {@link imageTypeHeader}, so that nothing of them has a type at the page's own origin.
   */
  fetch: hostRoute("GET /remote-image", { query: z.object({ url: z.string().default("") }), raw: "bytes" }),
};
