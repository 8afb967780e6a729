import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { cacheInfo, settings, type settingsPatch } from "../../shared/host/settings.ts";
import { chosenFolder, shellInfo } from "../../shared/host/shell.ts";
import { hostJson, hostSend } from "./host.ts";

/** Settings that the host acts on. */
export const readSettings = (signal?: AbortSignal) =>
  hostJson(settings, "/settings", "GET", undefined, signal);

/** Changes a part of the settings, and returns all. */
export const changeSettings = (patch: z.input<typeof settingsPatch>) =>
  hostJson(settings, "/settings", "PATCH", patch);

/** Returns the size of the response cache on disk. */
export const readCache = (signal?: AbortSignal) => hostJson(cacheInfo, "/cache", "GET", undefined, signal);

/** Empties the response cache; pinned responses stay. */
export const clearCache = () => hostSend("/cache", "DELETE");

/** Reads which shell this is and what it can do. */
export const readShell = (signal?: AbortSignal) => hostJson(shellInfo, "/shell", "GET", undefined, signal);

/** {@link readShell} as a query; a keychain may be unlocked or end while Helve runs. */
export const shellQuery = queryOptions({
  queryKey: ["shell"],
  queryFn: ({ signal }) => readShell(signal),
  staleTime: 30_000,
  meta: { reads: [] },
});

/** Opens an http(s) URL in the system's browser. */
export const openExternal = (url: string) => hostSend("/shell/open-external", "POST", { url });

/** Shows the keys of commands in the desktop's menu. */
export const sendMenuKeys = (keys: Readonly<Record<string, readonly string[]>>) =>
  hostSend("/shell/menu", "PUT", keys);

/** Opens the system's dialog for a folder; returns null when it was closed. Desktop only. */
export const chooseFolder = async () => (await hostJson(chosenFolder, "/shell/choose-folder", "POST")).path;
