import { Hono } from "hono";
import { menuKeys, openExternalBody, type Shell, showDownloadBody } from "../../../shared/host/shell.ts";
import type { Keychain } from "../accounts/keychain.ts";
import type { Downloads } from "../downloads/downloads.ts";
import { readJson } from "../page/request-body.ts";
import { describeShell } from "../shell-info.ts";

/** Routes of shared/host/shell.ts. `onChosen` gets each folder that the user chose in a dialog of the system. */
export function shellRoutes(
  shell: Shell,
  keychain: Keychain,
  downloads: Downloads,
  version: string,
  onChosen: (folder: string) => void,
): Hono {
  return new Hono()
    .get("/shell", async (context) => context.json(await describeShell(shell, keychain, version)))
    .post("/shell/open-external", async (context) => {
      const { url } = await readJson(context.req.raw, openExternalBody);
      await shell.openExternal(url);
      return context.body(null, 204);
    })
    .post("/shell/choose-folder", async (context) => {
      const path = await shell.chooseFolder();
      if (path !== null) onChosen(path);
      return context.json({ path });
    })
    .put("/shell/menu", async (context) => {
      await shell.showKeys(await readJson(context.req.raw, menuKeys));
      return context.body(null, 204);
    })
    .post("/shell/show-download", async (context) => {
      const { id } = await readJson(context.req.raw, showDownloadBody);
      await shell.showInFolder(downloads.finishedPath(id));
      return context.body(null, 204);
    });
}
