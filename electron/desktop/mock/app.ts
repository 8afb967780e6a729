import { EventEmitter } from "node:events";
import type { App } from "electron";
import { record } from "./calls.ts";
import { beforeReady } from "./order.ts";

type Part = Pick<
  App,
  | "setName"
  | "setPath"
  | "getPath"
  | "requestSingleInstanceLock"
  | "setAsDefaultProtocolClient"
  | "setAboutPanelOptions"
  | "showAboutPanel"
  | "whenReady"
  | "quit"
  | "exit"
  | "isPackaged"
  | "enableSandbox"
  | "setAppUserModelId"
  | "getPreferredSystemLanguages"
>;

/** Values that tests set before the app reads them. */
export const appState = {
  paths: new Map<string, string>(),
  lock: true,
  packaged: false,
  /** Switches that Chromium was started with. */
  switches: new Set<string>(),
  languages: ["en-US"],
  ready: Promise.withResolvers<void>(),
};

class AppMock extends EventEmitter implements Part {
  get isPackaged(): boolean {
    return appState.packaged;
  }
  setName(name: string): void {
    record("app.setName", name);
  }
  setPath(name: string, path: string): void {
    record("app.setPath", name, path);
    appState.paths.set(name, path);
  }
  getPath(name: string): string {
    const path = appState.paths.get(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }
  readonly commandLine: Pick<App["commandLine"], "hasSwitch"> = {
    hasSwitch: (name) => appState.switches.has(name),
  };
  enableSandbox(): void {
    beforeReady("app.enableSandbox() can only be called before app is ready");
    record("app.enableSandbox");
  }
  setAppUserModelId(id: string): void {
    record("app.setAppUserModelId", id);
  }
  getPreferredSystemLanguages(): string[] {
    return appState.languages;
  }
  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    record("app.requestSingleInstanceLock", ...(data === undefined ? [] : [data]));
    return appState.lock;
  }
  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean {
    record("app.setAsDefaultProtocolClient", protocol, ...(path === undefined ? [] : [path, args]));
    return true;
  }
  setAboutPanelOptions(options: Parameters<App["setAboutPanelOptions"]>[0]): void {
    record("app.setAboutPanelOptions", options);
  }
  showAboutPanel(): void {
    record("app.showAboutPanel");
  }
  whenReady(): Promise<void> {
    return appState.ready.promise;
  }
  /** Like Electron's: listeners may prevent the end, and call it again. */
  quit(): void {
    record("app.quit");
    let isPrevented = false;
    this.emit("will-quit", { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) record("app quits");
  }
  exit(code?: number): void {
    record("app.exit", code);
  }
}

export const app = new AppMock();
