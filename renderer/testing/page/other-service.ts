import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  addAdministrator,
  administratorName,
} from "../../../electron/service/domain/people/administrator.ts";
import { listen } from "../../../electron/service/http/listen.ts";
import { createService } from "../../../electron/service/service.ts";
import { openStore } from "../../../electron/service/store/schema/open-store.ts";
import { account } from "../../../shared/host/accounts.ts";
import type { OpenedApp } from "./opened-app.ts";

/** A second service with the sample in this process, and the account of it that the app has. */
export interface OtherService {
  readonly account: string;
  /** Calls it as another client of its administrator would, also while it is paused. Returns the JSON of its response. */
  call<T = Record<string, unknown>>(method: "GET" | "POST", path: string, body?: object): Promise<T>;
  /** Refuses connections, as if the service had ended. */
  pause(): Promise<void>;
  /** Listens again at the same address. */
  resume(): Promise<void>;
}

/**
 * Starts a service with a copy of the sample and adds an account of it, both until the test ends. The store stays open,
 * as that of the app: what the service still does for it ends with the process.
 */
export async function addOtherService({ host }: OpenedApp, name: string): Promise<OtherService> {
  const folder = mkdtempSync(join(process.env.HELVE_PAGE_TESTS ?? tmpdir(), "other-"));
  cpSync(join(process.env.HELVE_SAMPLE ?? "", "service"), folder, { recursive: true });
  const token = randomUUID();
  const store = openStore(folder);
  addAdministrator(store);
  const service = createService(store, {
    baseUrl: () => url,
    session: { token, username: administratorName },
    onError: console.error,
  });
  let listening = await listen(service, 0);
  const { url } = listening;
  const added = await host.requestJson("/accounts", "POST", { url, token, name, keep: "memory" });
  if (!added.ok) throw new Error(await added.text());
  const { id } = account.parse(await added.json());
  onTestFinished(async () => {
    await host.request(`/accounts/${id}`, { method: "DELETE" });
    await listening.close();
  });
  return {
    account: id,
    async call(method, path, body) {
      const headers = { "private-token": token, "content-type": "application/json" };
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const response = await service(new Request(`${url}/api/v4${path}`, init));
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    pause: () => listening.close(),
    async resume() {
      listening = await listen(service, Number(new URL(url).port));
    },
  };
}
