import { z } from "zod";
import { hostRoute } from "./host-route.ts";

export const localPublicKeys = z.object({
  /** The folder that was read. */
  folder: z.string(),
  keys: z.array(
    z.object({
      /** Name of the file. */
      name: z.string(),
      /** Type, Base64 and comment on one line. */
      line: z.string(),
    }),
  ),
});
export type LocalPublicKeys = z.output<typeof localPublicKeys>;

/**
 * `list` returns the public keys of the user's own `.ssh` folder, for adding one to an account. Only regular files
 * that end in `.pub`, are below 16 KB and contain a public key are listed; links are not followed, nothing else is
 * read.
 */
export const localKeyRoutes = { list: hostRoute("POST /ssh-keys", { response: localPublicKeys }) };
