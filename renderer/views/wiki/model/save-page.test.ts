import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WikiDraft } from "../../../state/wiki-drafts.ts";
import { savePage } from "./save-page.ts";

const base = { title: "ops/Log", content: "one\n\ntwo\n", format: "markdown" };
const draft: WikiDraft = {
  type: "wiki-draft",
  account: "far",
  project: "fjord/beacon",
  id: "ops/Log",
  base,
  text: { ...base, content: "ONE\n\ntwo\n" },
};
const page = (content: string, slug = "ops/Log") => ({
  slug,
  title: "Log",
  format: "markdown",
  content,
});

/** The service's pages by slug, and the requests that it received. */
let pages: Record<string, ReturnType<typeof page>> = {};
let sent: { readonly method: string; readonly body: unknown }[] = [];
/** The next write: applied with its response lost, or lost itself. */
let breaks: "after" | "before" | null = null;
let source = "network";

beforeEach(() => {
  pages = { "ops/Log": page(base.content) };
  sent = [];
  breaks = null;
  source = "network";
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const slug = decodeURIComponent(/wikis\/([^?]+)/.exec(url)?.[1] ?? "");
    if (init.method === "GET") return pages[slug] ? respond(pages[slug]) : problem(404, "not_found", "no");
    const body = JSON.parse(String(init.body));
    sent.push({ method: String(init.method), body });
    const to = slug || body.title;
    const written = page(body.content, to);
    if (breaks !== "before") pages[to] = written;
    return breaks
      ? problem(502, "unavailable", "unknown")
      : respond(written, init.method === "POST" ? 201 : 200);
  });
});
afterEach(() => vi.unstubAllGlobals());

const respond = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", "helve-source": source },
  });
const problem = (status: number, code: string, changed: string) =>
  new Response(JSON.stringify({ code, message: code, changed }), { status });

test("a page that nobody else changed is saved unchanged", async () => {
  expect(await savePage(draft)).toMatchObject({ kind: "saved", merged: false, foundLater: false });
  expect(sent).toEqual([{ method: "PUT", body: { content: "ONE\n\ntwo\n" } }]);
});

test("a change of another line is merged, one of the same line is returned with nothing written", async () => {
  pages["ops/Log"] = page("one\n\nTWO\n");
  expect(await savePage(draft)).toMatchObject({ kind: "saved", merged: true });
  expect(sent).toEqual([{ method: "PUT", body: { content: "ONE\n\nTWO\n" } }]);
  pages["ops/Log"] = page("1\n\ntwo\n");
  expect(await savePage(draft)).toMatchObject({ kind: "conflict", theirs: { content: "1\n\ntwo\n" } });
  expect(sent).toHaveLength(1);
});

test("a page that was deleted and a title that was taken are returned with nothing written", async () => {
  const moved = { ...draft, text: { ...draft.text, title: "Rota" } };
  pages.Rota = page("mine too", "Rota");
  expect(await savePage(moved)).toMatchObject({ kind: "taken", page: { slug: "Rota" } });
  expect(await savePage({ ...moved, id: "new 1", base: null })).toMatchObject({ kind: "taken" });
  pages = {};
  expect(await savePage(draft)).toEqual({ kind: "deleted" });
  expect(sent).toEqual([]);
});

test("a page moves to the root with a leading slash", async () => {
  await savePage({ ...draft, text: { ...draft.text, title: "Rota" } });
  expect(sent[0]?.body).toMatchObject({ title: "/Rota" });
});

test("a write whose response was lost is checked on the service", async () => {
  breaks = "after";
  expect(await savePage(draft)).toMatchObject({ kind: "saved", foundLater: true });
  pages["ops/Log"] = page(base.content);
  breaks = "before";
  await expect(savePage(draft)).rejects.toMatchObject({ problem: { changed: "no", retry: true } });
});

test("a page from the cache proves nothing about the service", async () => {
  source = "cache";
  await expect(savePage(draft)).rejects.toMatchObject({ problem: { code: "offline" } });
  expect(sent).toEqual([]);
});
