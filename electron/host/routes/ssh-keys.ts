import { Hono } from "hono";
import { localPublicKeyFiles } from "../ssh-keys/local-public-keys.ts";

/** Route of shared/host/ssh-keys.ts. */
export const sshKeyRoutes = (home: string): Hono =>
  new Hono().post("/ssh-keys", async (context) => context.json(await localPublicKeyFiles(home)));
