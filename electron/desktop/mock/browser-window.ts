import { EventEmitter } from "node:events";
import type {
  BrowserWindowConstructorOptions,
  BrowserWindow as RealWindow,
  Rectangle,
  WebContents,
  WindowOpenHandlerResponse,
} from "electron";
import { app } from "./app.ts";
import { afterReady, recordCall } from "./calls.ts";
import { session } from "./session.ts";

type WindowPart = Pick<
  RealWindow,
  | "maximize"
  | "isMaximized"
  | "isFullScreen"
  | "isMinimized"
  | "isFocused"
  | "restore"
  | "show"
  | "focus"
  | "loadURL"
  | "getNormalBounds"
  | "setOverlayIcon"
>;
type OpenHandler = Parameters<WebContents["setWindowOpenHandler"]>[0];

class MockContents
  extends EventEmitter
  implements Pick<WebContents, "setWindowOpenHandler" | "reload" | "replaceMisspelling">
{
  #openHandler: OpenHandler | undefined;
  readonly session = session.defaultSession;
  reload(): void {
    recordCall("webContents.reload");
  }
  replaceMisspelling(text: string): void {
    recordCall("webContents.replaceMisspelling", text);
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  /** Requests a new window, as the page does. */
  openWindow(url: string, frameName = ""): WindowOpenHandlerResponse | undefined {
    const referrer = { url: "", policy: "default" } as const;
    const details = { url, referrer, frameName, features: "", disposition: "new-window" } as const;
    const response = this.#openHandler?.(details);
    if (response?.action === "allow") {
      this.emit("did-create-window", new BrowserWindow(response.overrideBrowserWindowOptions ?? {}));
    }
    return response;
  }
  /** Emits an event that can be prevented. Returns whether it was. */
  emitPreventable(name: string, details: { readonly url?: string; readonly isMainFrame?: boolean }): boolean {
    let prevented = false;
    this.emit(name, { ...details, preventDefault: () => (prevented = true) });
    return prevented;
  }
}

/** Every window that was opened, in order. */
export const windows: BrowserWindow[] = [];

export class BrowserWindow extends EventEmitter implements WindowPart {
  readonly webContents = new MockContents();
  readonly options: BrowserWindowConstructorOptions;
  bounds: Rectangle;
  maximized = false;
  minimized = false;
  focused = false;
  fullScreen: boolean;
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    afterReady("Cannot create BrowserWindow before app is ready");
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.fullScreen = options.fullscreen ?? false;
    windows.push(this);
    app.emit("browser-window-created", {}, this);
    app.emit("web-contents-created", {}, this.webContents);
  }
  static getAllWindows(): BrowserWindow[] {
    return windows;
  }
  setOverlayIcon(...args: Parameters<RealWindow["setOverlayIcon"]>): void {
    recordCall("window.setOverlayIcon", ...args);
  }
  maximize(): void {
    recordCall("window.maximize");
    this.maximized = true;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isFocused(): boolean {
    return this.focused;
  }
  restore(): void {
    recordCall("window.restore");
    this.minimized = false;
  }
  show(): void {
    recordCall("window.show");
  }
  focus(): void {
    recordCall("window.focus");
  }
  async loadURL(url: string): Promise<void> {
    recordCall("window.loadURL", url);
  }
  getNormalBounds(): Rectangle {
    return this.bounds;
  }
  /** Closes the window, as the user does. */
  close(): void {
    this.emit("close");
    this.emit("closed");
  }
}
