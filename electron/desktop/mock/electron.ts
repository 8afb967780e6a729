/**
 * The mock of the `electron` package, whose binary may not be there. Every part is typed against
 * `electron.d.ts`, records the calls that it gets, and shows nothing on a screen.
 */
export { app } from "./app.ts";
export { BrowserWindow } from "./browser-window.ts";
export { guardedSession as session, protocol } from "./session.ts";
export {
  clipboard,
  contextBridge,
  dialog,
  Menu,
  Notification,
  nativeTheme,
  screen,
  shell,
  webUtils,
} from "./system.ts";
export { nativeImage, Tray } from "./tray.ts";
export { utilityProcess } from "./utility-process.ts";
