import { Hono } from "hono";
import type { SettingsStore } from "../settings-store.ts";
import { parseJson, readBytes } from "./read-body.ts";

/** Certificates can be long; nothing else is. */
const limit = 4 * 1024 * 1024;

/** Routes of shared/host/settings.ts. */
export const settingsRoutes = (store: SettingsStore): Hono =>
  new Hono()
    .get("/settings", (context) => context.json(store.value))
    .patch("/settings", async (context) =>
      context.json(store.change(parseJson(await readBytes(context.req.raw, limit)))),
    );
