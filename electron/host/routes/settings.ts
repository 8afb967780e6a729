import { Hono } from "hono";
import type { Confirmations } from "../confirmation/confirmations.ts";
import { typedCode } from "../confirmation/typed-code.ts";
import { parseJsonBody } from "../input.ts";
import { readRequestBody } from "../page/request-body.ts";
import { changeSettings } from "../settings/change-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";

/** Bytes of the longest change; certificates can be long. */
const maxPatchBytes = 4 * 1024 * 1024;

/** Routes of shared/host/settings.ts. `isChosen`: whether the user chose a folder in a dialog of the system. */
export const settingsRoutes = (
  store: SettingsStore,
  confirmations: Confirmations,
  isChosen: (folder: string) => boolean,
): Hono =>
  new Hono()
    .get("/settings", (context) => context.json(store.value))
    .patch("/settings", async (context) => {
      const patch = parseJsonBody(await readRequestBody(context.req.raw, maxPatchBytes));
      const code = typedCode(context.req.raw);
      return context.json(await changeSettings(store, confirmations, { patch, code, isChosen }));
    });
