import { EventEmitter } from "node:events";
import type { App } from "electron";
import { beforeReady, recordCall } from "./calls.ts";

type Part = Pick<
  App,
  | "setBadgeCount"
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
  setBadgeCount(count?: number): boolean {
    recordCall("app.setBadgeCount", count);
    return true;
  }
  setName(name: string): void {
    recordCall("app.setName", name);
  }
  setPath(name: string, path: string): void {
    recordCall("app.setPath", name, path);
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
    recordCall("app.enableSandbox");
  }
  setAppUserModelId(id: string): void {
    recordCall("app.setAppUserModelId", id);
  }
  getPreferredSystemLanguages(): string[] {
    return appState.languages;
  }
  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    recordCall("app.requestSingleInstanceLock", ...(data === undefined ? [] : [data]));
    return appState.lock;
  }
  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean {
    recordCall("app.setAsDefaultProtocolClient", protocol, ...(path === undefined ? [] : [path, args]));
    return true;
  }
  setAboutPanelOptions(options: Parameters<App["setAboutPanelOptions"]>[0]): void {
    recordCall("app.setAboutPanelOptions", options);
  }
  showAboutPanel(): void {
    recordCall("app.showAboutPanel");
  }
  whenReady(): Promise<void> {
    return appState.ready.promise;
  }
  /** Like Electron's: listeners may prevent the end, and call it again. */
  quit(): void {
    recordCall("app.quit");
    let isPrevented = false;
    this.emit("will-quit", { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) recordCall("app quits");
  }
  exit(code?: number): void {
    recordCall("app.exit", code);
  }
}

export const app = new AppMock();
