import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Account, account } from "../../../shared/host/accounts.ts";
import type { Shell } from "../../../shared/host/shell.ts";
import { createHost, type Host, type HostOptions } from "../host.ts";
import { testToken } from "./mock-service.ts";

/** A shell that can do nothing, and no proxy. */
export const plainShell = (folder: string, proxy: string | null = null): Shell => ({
  kind: "browser",
  can: { chooseFolder: false, showInFolder: false, notify: false },
  openExternal: async () => {},
  chooseFolder: async () => null,
  confirm: async () => "confirmed",
  showInFolder: async () => {},
  showKeys: async () => {},
  showBadge: async () => {},
  showTray: async () => {},
  notify: async () => {},
  resolveProxy: async () => proxy,
  downloadsFolder: () => join(folder, "downloads"),
});

export interface HostInFolder extends AsyncDisposable {
  readonly folder: string;
  readonly host: Host;
  /** Requests a route of the host. */
  request(path: string, init?: RequestInit): Promise<Response>;
  requestJson(path: string, method: string, body: unknown): Promise<Response>;
  /** Adds an account with its token in memory; a test's own token unless given. */
  addAccount(url: string, token?: string): Promise<Account>;
  /** Ends the host and starts another one over the same folder. */
  restart(): Promise<void>;
}

/** Returns a host over a temporary folder, removed when the test ends. Retries have short delays. */
export function hostInFolder(options: Partial<HostOptions> = {}): HostInFolder {
  const folder = mkdtempSync(join(tmpdir(), "helve-host-"));
  const create = () =>
    createHost({
      folder,
      version: "1.2.3",
      shell: plainShell(folder),
      retry: { firstDelayMs: 5, maxDelayMs: 20, maxWaitMs: 5000 },
      ...options,
    });
  let host = create();
  const request = (path: string, init?: RequestInit) => host.handle(new Request(`http://helve${path}`, init));
  const requestJson = (path: string, method: string, body: unknown) =>
    request(path, { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  return {
    folder,
    get host() {
      return host;
    },
    request,
    requestJson,
    async addAccount(url, token = testToken) {
      const response = await requestJson("/accounts", "POST", { url, token, keep: "memory" });
      if (response.status !== 201) throw new Error(await response.text());
      return account.parse(await response.json());
    },
    async restart() {
      await host.close();
      host = create();
    },
    async [Symbol.asyncDispose]() {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
