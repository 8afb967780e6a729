import type { z } from "zod";
import { settings, type settingsPatch } from "../../shared/host/settings.ts";
import { chosenFolder, shellInfo } from "../../shared/host/shell.ts";
import { hostJson, hostSend } from "./host.ts";

/** Settings that the host acts on. */
export const readSettings = (signal?: AbortSignal) =>
  hostJson(settings, "/settings", "GET", undefined, signal);

export const changeSettings = (patch: z.input<typeof settingsPatch>) =>
  hostJson(settings, "/settings", "PATCH", patch);

/** Which shell this is and what it can do. */
export const readShell = (signal?: AbortSignal) => hostJson(shellInfo, "/shell", "GET", undefined, signal);

/** Opens an http(s) URL in the system's browser. */
export const openExternal = (url: string) => hostSend("/shell/open-external", "POST", { url });

/** Lets the user choose a folder; null when the dialog was closed. Desktop only. */
export const chooseFolder = async () => (await hostJson(chosenFolder, "/shell/choose-folder", "POST")).path;
