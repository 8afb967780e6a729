import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, beforeAll, expect } from "vitest";
import { z } from "zod";
import { type FaultProxy, faultProxy } from "../../../electron/host/testing/faults/fault-proxy.ts";
import { startService } from "../../../electron/service/start-service.ts";
import { account } from "../../../shared/host/accounts.ts";
import { expectAccessible } from "./expect-accessible.ts";
import type { OpenedApp } from "./opened-app.ts";

/** A second service with a copy of the sample, behind a proxy whose failures a test chooses. */
interface SecondService extends Pick<FaultProxy, "url" | "fail" | "pause"> {
  readonly token: string;
  /** Listens and forwards everything again. */
  mend(): Promise<void>;
  /** Calls it as another client of its administrator would, past the proxy. Returns the JSON of its response. */
  call<T = Record<string, unknown>>(method: "GET" | "POST", path: string, body?: object): Promise<T>;
}

declare global {
  /** The one of this process, for all files of a worker. */
  var secondServiceOfPage: Promise<SecondService> | undefined;
}

async function start(): Promise<SecondService> {
  const folder = mkdtempSync(join(process.env.HELVE_PAGE_TESTS ?? tmpdir(), "second-"));
  cpSync(join(process.env.HELVE_SAMPLE ?? "", "service"), folder, { recursive: true });
  const token = `hlv-other-${Math.random().toString(36).slice(2).padEnd(12, "0")}`;
  const { url } = await startService({ folder, port: 0, adminToken: token });
  const proxy = await faultProxy(url, 1);
  return {
    url: proxy.url,
    token,
    fail: proxy.fail,
    pause: proxy.pause,
    mend: async () => {
      proxy.mend();
      await proxy.resume();
    },
    async call(method, path, body) {
      const headers = { "private-token": token, "content-type": "application/json" };
      const init = { method, headers, body: body ? JSON.stringify(body) : null };
      const response = await fetch(`${url}/api/v4${path}`, init);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
}

/** Returns the second service of this process for the tests of a file; its connection works when a test begins. */
export function secondServiceForTests(): SecondService {
  const started: { service?: SecondService } = {};
  const service = (): SecondService => {
    if (!started.service) throw new Error("The service runs during tests only.");
    return started.service;
  };
  beforeAll(async () => {
    // Global: a reload resets the modules, of which this is one for the next file.
    globalThis.secondServiceOfPage ??= start();
    started.service = await globalThis.secondServiceOfPage;
  });
  afterEach(() => service().mend());
  return {
    get url() {
      return service().url;
    },
    get token() {
      return service().token;
    },
    fail: (...args) => service().fail(...args),
    mend: () => service().mend(),
    pause: () => service().pause(),
    call: (...args) => service().call(...args),
  };
}

/** Adds an account of a second service by the form, for the running test. Returns the account's id. */
export async function addAccount(
  app: OpenedApp,
  service: Pick<SecondService, "url" | "token">,
  name: string,
): Promise<string> {
  const { user } = app;
  await app.open("/accounts");
  const [add] = await screen.findAllByRole("button", { name: "Add account" });
  await user.click(add as HTMLElement);
  const form = within(await screen.findByRole("dialog", { name: "Add account" }));
  await user.click(form.getByRole("textbox", { name: "Service" }));
  await user.paste(service.url);
  await user.click(form.getByLabelText("Personal access token"));
  await user.paste(service.token);
  // A service that is new to the app is confirmed first; one that was confirmed before is checked by itself.
  await waitFor(() => expect(form.queryByText(/Version 11\.10/) ?? form.getByText("Connect…")).toBeVisible());
  const connect = form.queryByRole("button", { name: "Connect…" });
  if (connect) await user.click(connect);
  expect(await form.findByText("Local Administrator")).toBeVisible();
  expect(form.getByText(/Version 11\.10/)).toBeVisible();
  await expectAccessible();
  const field = form.getByRole("textbox", { name: /^Name/ });
  await user.clear(field);
  await user.click(field);
  await user.paste(name);
  // Without a keychain the token is stored for this run only; one that refuses is known only afterwards.
  const isKnown = form.queryByRole("checkbox", { name: "Keep for this run" }) !== null;
  await user.click(form.getByRole("button", { name: "Add account" }));
  const isAdded = () => screen.queryByRole("heading", { level: 1, name: "Projects" });
  const findOutcome = () =>
    isAdded() ?? (isKnown ? null : form.getByRole("checkbox", { name: "Keep for this run" }));
  await waitFor(() => expect(findOutcome()).toBeVisible());
  if (!isAdded()) await user.click(form.getByRole("button", { name: "Add account" }));
  await screen.findByRole("heading", { level: 1, name: "Projects" });
  await app.open("/accounts");
  expect(await within(await screen.findByRole("list", { name: "Accounts" })).findByText(name)).toBeVisible();
  const accounts = z.array(account).parse(await (await app.host.request("/accounts")).json());
  const added = accounts.find((one) => one.name === name);
  if (!added) throw new Error(`${name} was not added`);
  return added.id;
}
