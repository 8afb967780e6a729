import { Hono } from "hono";
import { ProblemError } from "../../../shared/errors.ts";
import { confirmationHeader, type Shell } from "../../../shared/host/shell.ts";
import { parseJson } from "../input.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { trustChange } from "../settings/trust-change.ts";
import { readBytes } from "./request-body.ts";

/** Certificates can be long; nothing else is. */
const limit = 4 * 1024 * 1024;

/**
 * Routes of shared/host/settings.ts. A change that moves trust is confirmed by the shell: a page that was taken over
 * must not route tokens elsewhere or write files outside. `isChosen`: whether the user chose a folder in a dialog of
 * the system, which confirms it.
 */
export function settingsRoutes(
  store: SettingsStore,
  shell: Shell,
  isChosen: (folder: string) => boolean,
): Hono {
  const changeOf = (patch: unknown) => {
    const next = store.preview(patch);
    const { downloads } = isChosen(next.storage.downloads) ? next.storage : store.value.storage;
    return trustChange({ ...store.value, storage: { ...store.value.storage, downloads } }, next);
  };
  return new Hono()
    .get("/settings", (context) => context.json(store.value))
    .patch("/settings", async (context) => {
      const patch = parseJson(await readBytes(context.req.raw, limit));
      const change = changeOf(patch);
      if (change) {
        const decision = await shell.confirm(change, context.req.header(confirmationHeader) ?? null);
        if (decision !== "confirmed") throw unconfirmed(decision === "asked", change.details);
        // Another change may have come between: what was confirmed is what is done.
        if (JSON.stringify(changeOf(patch)) !== JSON.stringify(change))
          throw unconfirmed(false, change.details);
      }
      return context.json(store.change(patch));
    });
}

function unconfirmed(asked: boolean, details: readonly string[]): ProblemError {
  return new ProblemError({
    code: "unconfirmed",
    message: asked
      ? "Enter the code that Helve printed in its terminal."
      : "This was not confirmed, so nothing was changed.",
    detail: details.join("\n"),
    ...(asked ? { fields: { confirmation: [...details] } } : {}),
  });
}
