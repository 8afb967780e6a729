import { EventEmitter } from "node:events";
import type {
  Clipboard,
  ContextBridge,
  Dialog,
  Display,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeTheme,
  NotificationConstructorOptions,
  OpenDialogOptions,
  Menu as RealMenu,
  Notification as RealNotification,
  Screen,
  Shell,
  WebUtils,
} from "electron";
import { afterReady, recordCall } from "./calls.ts";

type Area = Pick<Display, "id" | "workArea">;

/** Values that tests set before the app reads them. */
export const systemState = {
  displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }] as Area[],
  chosen: { canceled: false, filePaths: ["/chosen/folder"] },
  /** Buttons that are clicked in the next message boxes; `clicked` after them. */
  responses: [] as number[],
  notifies: true,
  /** Number of the button that the user clicks in a message box. */
  clicked: 0,
};

const firstDisplay = (): Area => {
  screenReady();
  const [display] = systemState.displays;
  if (!display) throw new Error("No display");
  return display;
};

const screenReady = () => afterReady("The 'screen' module can't be used before the app 'ready' event");

export const screen: { [K in keyof Pick<Screen, "getPrimaryDisplay" | "getAllDisplays">]: () => unknown } = {
  getPrimaryDisplay: firstDisplay,
  // Electron lists the displays in no order.
  getAllDisplays() {
    screenReady();
    return [...systemState.displays].reverse();
  },
};

export const nativeTheme: Pick<NativeTheme, "shouldUseDarkColors"> = { shouldUseDarkColors: true };

export const shell: Pick<Shell, "openExternal" | "showItemInFolder"> = {
  openExternal: async (url) => recordCall("shell.openExternal", url),
  showItemInFolder: (path) => recordCall("shell.showItemInFolder", path),
};

export const dialog = {
  async showOpenDialog(...args: [OpenDialogOptions] | [unknown, OpenDialogOptions]) {
    afterReady("dialog module can only be used after app is ready");
    recordCall("dialog.showOpenDialog", ...args);
    return systemState.chosen;
  },
  async showMessageBox(...args: [MessageBoxOptions] | [unknown, MessageBoxOptions]) {
    afterReady("dialog module can only be used after app is ready");
    recordCall("dialog.showMessageBox", ...args);
    return { response: systemState.responses.shift() ?? systemState.clicked, checkboxChecked: false };
  },
  showErrorBox: (title, content) => recordCall("dialog.showErrorBox", title, content),
} satisfies Pick<Dialog, "showErrorBox"> & Record<"showOpenDialog" | "showMessageBox", unknown>;

/** Every notification that was made. */
export const notifications: Notification[] = [];

export class Notification
  extends EventEmitter
  implements Pick<RealNotification, "show" | "title" | "body" | "silent">
{
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;
  constructor({ title, body, silent }: NotificationConstructorOptions = {}) {
    super();
    afterReady("Cannot create Notification before app is ready");
    this.title = title ?? "";
    this.body = body ?? "";
    this.silent = silent ?? false;
    notifications.push(this);
  }
  static isSupported(): boolean {
    return systemState.notifies;
  }
  show(): void {
    recordCall("notification.show", this.title, this.body);
  }
}

export const clipboard: Pick<Clipboard, "writeText"> = {
  writeText: async (text) => recordCall("clipboard.writeText", text),
};

export const contextBridge: Pick<ContextBridge, "exposeInMainWorld"> = {
  exposeInMainWorld: (key, api) => recordCall("contextBridge.exposeInMainWorld", key, api),
};

export const webUtils: Pick<WebUtils, "getPathForFile"> = {
  getPathForFile: (file) => `/dropped/${file.name}`,
};

type Template = MenuItemConstructorOptions[] & { popup?: () => void };

export const Menu = {
  buildFromTemplate: (template: Template): Template =>
    Object.assign(template, { popup: () => recordCall("menu.popup", [...template]) }),
  setApplicationMenu: (menu: Template): void => recordCall("Menu.setApplicationMenu", menu),
} satisfies Record<keyof Pick<typeof RealMenu, "buildFromTemplate" | "setApplicationMenu">, unknown>;
