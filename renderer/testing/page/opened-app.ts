import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configure, screen, waitFor } from "@testing-library/dom";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, vi } from "vitest";
import { type HostInFolder, hostInFolder } from "../../../electron/host/testing/host-in-folder.ts";
import type { Listening } from "../../../electron/service/http/listen.ts";
import { startService } from "../../../electron/service/start-service.ts";
import { accountList } from "../../../shared/host/accounts.ts";
import { collection, documentList } from "../../../shared/host/documents.ts";
import { hostPrefix } from "../../../shared/host/host-route.ts";
import { stubPageFetch } from "../stub-page-fetch.ts";
import { ThreadWorker } from "./thread-worker.ts";

// Long enough on a machine with several times as much to do.
configure({
  asyncUtilTimeout: 15_000,
  // By this name the library shows the line of the test that waited.
  getElementError: (message) =>
    Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" }),
});

/** Address without a view: what a test had opened is gone there. */
const neutralAddress = "/between-tests";

/** The whole app over its host and a local service with the sample, all in this process. */
export interface OpenedApp {
  readonly user: UserEvent;
  /** Address of the page, without its origin. */
  readonly address: string;
  /** Shows an address: the first time by loading the page, then by navigating within it. */
  open(address: string): Promise<void>;
  /** Loads the page anew, as a reload does. */
  reload(): Promise<void>;
  /** Calls an operation of a project of the sample as another client would. Returns the JSON of its response. */
  callProject<T = Record<string, unknown>>(
    project: string,
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object,
  ): Promise<T>;
  readonly host: HostInFolder;
  readonly service: Listening;
}

interface RunningApp {
  readonly service: Listening;
  readonly host: HostInFolder;
}

interface RunningPage {
  app?: Promise<RunningApp>;
  end: (() => void) | undefined;
  /** Emits `close` when a page ends. */
  readonly pages: EventTarget;
  /** Writes that have no response yet. */
  readonly writes: Set<Promise<Response>>;
}

declare global {
  /** The app of this process and of all files of its worker, as one runs for its user. */
  var runningPage: RunningPage | undefined;
}

// Global: a reload resets the modules, of which this is one for the next file.
globalThis.runningPage ??= { pages: new EventTarget(), writes: new Set(), end: undefined };
const running = globalThis.runningPage;

/** Starts the service and the host on a copy of the sample, which ends with this process. */
async function startApp(): Promise<RunningApp> {
  const folder = mkdtempSync(join(process.env.HELVE_PAGE_TESTS ?? tmpdir(), "app-"));
  cpSync(process.env.HELVE_SAMPLE ?? "", folder, { recursive: true });
  const token = randomUUID();
  const service = await startService({
    folder: join(folder, "service"),
    port: 0,
    adminToken: token,
    allowLocalHooks: true,
  });
  const host = hostInFolder({ localService: { url: service.url, token, problem: null } });
  stubPageFetch({
    request(path, init) {
      const response = host.request(path, init);
      if (path.startsWith("/documents/")) {
        const forget = () => running.writes.delete(response);
        running.writes.add(response);
        response.then(forget, forget);
      }
      return response;
    },
  });
  vi.stubGlobal("Worker", ThreadWorker);
  vi.stubGlobal(
    "EventSource",
    eventSourceOf((path, init) => host.request(path.slice(hostPrefix.length), init), running.pages),
  );
  return { service, host };
}

/**
 * Returns the app of this process for the tests of a file. It stays loaded from test to test, and they share its copy of the
 * sample: each begins on an empty view with no cached response, message, draft or stored setting. Only tests may use it.
 */
export function appForTests(): OpenedApp {
  const started: Partial<RunningApp> = {};
  const part = <K extends keyof RunningApp>(name: K): RunningApp[K] => {
    const value = started[name];
    if (!value) throw new Error("The app runs during tests only.");
    return value;
  };
  const user = userEvent.setup({ document });

  beforeAll(async () => {
    running.app ??= startApp();
    Object.assign(started, await running.app);
  });
  afterEach(async ({ task }) => {
    // What a failed test has left open would fail the next one.
    if (task.result?.state === "fail") close();
    else if (running.end) await leave();
    await removeLeftovers(part("host"));
  });

  return {
    user,
    get address() {
      return location.href.slice(location.origin.length);
    },
    get host() {
      return part("host");
    },
    get service() {
      return part("service");
    },
    async open(address) {
      if (!running.end) return load(address);
      const { pathname } = location;
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      history.pushState({}, "", address);
      await arrive();
      // The app moves the focus to another view soon after it is shown.
      if (location.pathname !== pathname)
        await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    },
    async reload() {
      const { address } = this;
      // What the page has not written yet is written then.
      dispatchEvent(new Event("pagehide"));
      await Promise.allSettled(running.writes);
      close();
      await load(address);
    },
    async callProject(project, method, path, body) {
      const route = `/accounts/local/operations/projects/${encodeURIComponent(project)}${path}`;
      const response = await part("host").request(route, {
        method,
        headers: { "content-type": "application/json" },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === "" ? {} : JSON.parse(text);
    },
  };
}

/** Loads the page at an address. */
async function load(address: string): Promise<void> {
  history.replaceState(null, "", address);
  const root = document.createElement("div");
  root.id = "root";
  document.body.append(root);
  const removeListeners = recordListeners();
  const { openApp } = await import("../../app/start/open-app.tsx");
  const end = await openApp();
  running.end = () => {
    end();
    removeListeners();
  };
  await arrive();
}

/** Returns a function that removes the listeners which are added to the window and its document until then. */
function recordListeners(): () => void {
  const removals = [window, document].map((target: EventTarget) => {
    const spy = vi.spyOn(target, "addEventListener");
    return () => {
      for (const listener of spy.mock.calls) target.removeEventListener(...listener);
      spy.mockRestore();
    };
  });
  return () => {
    for (const remove of removals) remove();
  };
}

function close(): void {
  running.end?.();
  running.end = undefined;
  running.pages.dispatchEvent(new Event("close"));
  vi.resetModules();
  sessionStorage.clear();
  document.body.replaceChildren();
}

/** Leaves the view for one that shows nothing, and forgets what the page keeps in memory. */
async function leave(): Promise<void> {
  const { queryClient } = await import("../../app/app-query-client.ts");
  const { useToasts } = await import("../../ui/overlays/toast.tsx");
  history.pushState({}, "", neutralAddress);
  await arrive();
  useToasts.setState({ entries: [] });
  await queryClient.cancelQueries();
  queryClient.clear();
}

/** Waits until the view of the address is shown instead of the one before, with its heading. */
async function arrive(): Promise<void> {
  await waitFor(() => {
    const { status, location: target, resolvedLocation } = window.__TSR_ROUTER__?.state ?? {};
    if (status !== "idle" || target?.href !== resolvedLocation?.href)
      throw new Error("The router is loading");
  });
  // A dialog of the view hides its heading.
  await screen.findAllByRole("heading", { level: 1, hidden: true });
}

/** Removes the tabs, drafts, settings and further accounts that a test left. */
async function removeLeftovers(host: HostInFolder): Promise<void> {
  for (const name of collection.options) {
    const stored = documentList.parse(await (await host.request(`/documents/${name}`)).json());
    for (const { key } of stored)
      await host.request(`/documents/${name}/${encodeURIComponent(key)}`, { method: "DELETE" });
  }
  const accounts = accountList.parse(await (await host.request("/accounts")).json());
  for (const { id } of accounts)
    if (id !== "local") await host.request(`/accounts/${id}`, { method: "DELETE" });
}

/**
 * A stream of the host's events for a page in the same process, with what the page uses of `EventSource`. It ends with the
 * page, which `closed` emits as `close`.
 */
function eventSourceOf(request: (path: string, init: RequestInit) => Promise<Response>, closed: EventTarget) {
  return class extends EventTarget {
    readonly #end = new AbortController();

    constructor(path: string) {
      super();
      closed.addEventListener("close", () => this.close(), { once: true });
      void this.#read(path).catch(() => this.#end.signal.aborted || this.dispatchEvent(new Event("error")));
    }

    async #read(path: string): Promise<void> {
      const { signal } = this.#end;
      const { body } = await request(path, { signal });
      this.dispatchEvent(new Event("open"));
      let text = "";
      for await (const chunk of body?.pipeThrough(new TextDecoderStream(), { signal }) ?? []) {
        text += chunk;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) this.#emit(block);
      }
    }

    #emit(block: string): void {
      const fieldOf = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
      const data = fieldOf("data");
      if (data !== undefined) this.dispatchEvent(new MessageEvent(fieldOf("event") ?? "message", { data }));
    }

    close(): void {
      this.#end.abort();
    }
  };
}
