import { contextBridge, webUtils } from "electron";
import type { DesktopBridge } from "../../shared/host/desktop-bridge.ts";

/** All that the page gets besides requests: the path of a file that the user dropped on it, which the web hides. */
const bridge: DesktopBridge = { pathOf: (file) => webUtils.getPathForFile(file) };

contextBridge.exposeInMainWorld("helveDesktop", bridge);
