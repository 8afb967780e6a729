import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addRecentProject, loadRecentProjects, togglePin, useRecentProjects } from "../recent-projects.ts";
import { createStoredValues } from "../stored-value.ts";
import { foreignDocumentChanged } from "./foreign-documents.ts";

/** The host's documents by collection and key, and its responses, which wait until they are sent. */
const disk = new Map<string, unknown>();
const reads: (() => void)[] = [];
const writes: (() => void)[] = [];
const at = "2026-01-01T00:00:00Z";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    const [collection = "", key] = url.replace(/^.*\/documents\//, "").split("/");
    if (init?.method === "PUT") {
      const { value }: { value: unknown } = JSON.parse(String(init.body));
      disk.set(`${collection}/${key}`, value);
      return new Promise((resolve) => writes.push(() => resolve(new Response(null, { status: 204 }))));
    }
    const found = [...disk].filter(([name]) => name.startsWith(`${collection}/`));
    const body = found.map(([name, value]) => ({ key: name.split("/")[1], value, updated_at: at }));
    return new Promise((resolve) => reads.push(() => resolve(Response.json(body))));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const list of [reads, writes]) list.length = 0;
  disk.clear();
});

/** Sends the pending responses, and waits for their effects. */
async function send(waiting: (() => void)[]): Promise<void> {
  for (const respond of waiting.splice(0)) respond();
  await vi.advanceTimersByTimeAsync(1);
}

const project = (account: string) => ({
  account,
  path: "fjord/lantern",
  name: "Lantern",
  namespace: "fjord",
});

it("writes no visit before the stored ones were read", async () => {
  disk.set("recent/projects", [project("local")]);
  disk.set("pinned/projects", [project("local")]);
  const host = globalThis.fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(loadRecentProjects()).rejects.toThrow();
  vi.stubGlobal("fetch", host);
  addRecentProject(project("elsewhere"));
  togglePin(project("elsewhere"));
  await vi.advanceTimersByTimeAsync(200);
  expect(writes).toEqual([]);

  const loaded = loadRecentProjects();
  await send(reads);
  await loaded;
  await send(writes);
  expect(disk.get("recent/projects")).toEqual([project("elsewhere"), project("local")]);
  expect(disk.get("pinned/projects")).toEqual([project("local"), project("elsewhere")]);
});

it("keeps a visit that is being stored when another window has stored its own", async () => {
  useRecentProjects.setState({ recent: [], pinned: [] });
  addRecentProject(project("elsewhere"));
  await vi.advanceTimersByTimeAsync(1);
  disk.set("recent/projects", [project("local")]);
  foreignDocumentChanged("recent", "projects");
  await vi.advanceTimersByTimeAsync(200);
  await send(reads);
  const both = [project("elsewhere"), project("local")];
  expect(useRecentProjects.getState().recent).toEqual(both);
  await send(writes);
  await vi.advanceTimersByTimeAsync(200);
  await send(writes);
  expect(disk.get("recent/projects")).toEqual(both);

  disk.set("recent/projects", [project("third")]);
  foreignDocumentChanged("recent", "projects");
  await vi.advanceTimersByTimeAsync(200);
  await send(reads);
  expect(useRecentProjects.getState().recent).toEqual([project("third")]);
});

it("keeps the stored visits beside one that precedes the first read", async () => {
  useRecentProjects.setState({ recent: [], pinned: [] });
  disk.set("recent/projects", [project("local")]);
  const loaded = loadRecentProjects();
  await vi.advanceTimersByTimeAsync(1);
  const responses = reads.splice(0);
  addRecentProject(project("elsewhere"));
  await vi.advanceTimersByTimeAsync(1);
  await send(writes);
  await send(responses);
  await loaded;
  await vi.advanceTimersByTimeAsync(200);
  await send(writes);
  expect(disk.get("recent/projects")).toEqual([project("elsewhere"), project("local")]);
});

it("keeps a draft that was typed and stored while another window's was read", async () => {
  const drafts = createStoredValues("drafts", "text", "");
  const store = (value: string) => disk.set("drafts/comment", { type: "text", value });
  store("Dear");
  drafts.load("comment");
  await send(reads);
  expect(drafts.get("comment")).toEqual({ value: "Dear", loaded: true });

  foreignDocumentChanged("drafts", "comment");
  await vi.advanceTimersByTimeAsync(200);
  drafts.change("comment", () => "Dear all");
  await vi.advanceTimersByTimeAsync(200);
  await send(writes);
  await send(reads);
  expect(drafts.get("comment").value).toBe("Dear all");

  store("Dear you");
  foreignDocumentChanged("drafts", "comment");
  await vi.advanceTimersByTimeAsync(200);
  await send(reads);
  expect(drafts.get("comment").value).toBe("Dear you");
});

it("keeps what is on disk when the first read fails", async () => {
  const drafts = createStoredValues("reviews", "viewed", []);
  disk.set("reviews/names", { type: "viewed", value: ["stored"] });
  const host = globalThis.fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  drafts.load("names");
  await vi.advanceTimersByTimeAsync(1);
  vi.stubGlobal("fetch", host);
  drafts.change("names", (names) => [...names, "typed"]);
  expect(drafts.get("names")).toEqual({ value: ["typed"], loaded: false });
  await vi.advanceTimersByTimeAsync(3_000);
  await send(reads);
  await send(writes);
  expect(drafts.get("names")).toEqual({ value: ["stored", "typed"], loaded: true });
  expect(disk.get("reviews/names")).toEqual({ type: "viewed", value: ["stored", "typed"] });
});
