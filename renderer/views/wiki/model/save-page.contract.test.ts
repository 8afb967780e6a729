import { beforeEach, expect, test } from "vitest";
import {
  createWikiPage,
  deleteWikiPage,
  getWikiPage,
  updateWikiPage,
  wikiPage,
} from "../../../../shared/api/resources/wikis.ts";
import { createQueryClient } from "../../../api/query-client.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import type { WikiDraft } from "../../../state/wiki-drafts.ts";
import { pageForTests } from "../../../testing/page-over-service.ts";
import { savePage as saveIn } from "./save-page.ts";

const base = { title: "ops/Log", content: "one\n\ntwo\n", format: "markdown" };

const page = pageForTests();
let draft: WikiDraft;
const savePage = (draft: WikiDraft) => saveIn(createWriteFlow(createQueryClient()), draft);

beforeEach(async () => {
  const text = { ...base, content: "ONE\n\ntwo\n" };
  const account = page.account.id;
  draft = { type: "wiki-draft", account, project: page.project.fullPath, id: "ops/Log", base, text };
  await write("ops/Log", base.content);
});

const write = (title: string, content: string) =>
  page.service.operate(createWikiPage, { id: page.project.id, title, content });
const edit = (content: string) =>
  page.service.operate(updateWikiPage, { id: page.project.id, slug: "ops/Log", content });
const read = async (slug = "ops/Log") =>
  wikiPage.parse((await page.service.operate(getWikiPage, { id: page.project.id, slug })).body);

test("a page that nobody else changed is saved unchanged", async () => {
  expect(await savePage(draft)).toMatchObject({ kind: "saved", merged: false, foundLater: false });
  expect(await read()).toMatchObject({ title: "Log", content: "ONE\n\ntwo\n" });
  expect(page.writes).toEqual(["PUT"]);
});

test("a change of another line is merged, one of the same line is returned with nothing written", async () => {
  await edit("one\n\nTWO\n");
  expect(await savePage(draft)).toMatchObject({ kind: "saved", merged: true });
  expect((await read()).content).toBe("ONE\n\nTWO\n");
  await edit("1\n\ntwo\n");
  expect(await savePage(draft)).toMatchObject({ kind: "conflict", theirs: { content: "1\n\ntwo\n" } });
  expect((await read()).content).toBe("1\n\ntwo\n");
  expect(page.writes).toEqual(["PUT"]);
});

test("a page that was deleted and a title that was taken are returned with nothing written", async () => {
  const moved = { ...draft, text: { ...draft.text, title: "Rota" } };
  await write("Rota", "mine too");
  expect(await savePage(moved)).toMatchObject({ kind: "taken", page: { slug: "Rota" } });
  expect(await savePage({ ...moved, id: "new 1", base: null })).toMatchObject({ kind: "taken" });
  const slug = "ops/Log";
  await page.service.operate(deleteWikiPage, { id: page.project.id, slug }, { as: "maintainer" });
  expect(await savePage(draft)).toEqual({ kind: "deleted" });
  expect(page.writes).toEqual([]);
});

test("a page moves out of its folder, and a new one is created", async () => {
  await savePage({ ...draft, text: { ...draft.text, title: "Rota" } });
  expect(await read("Rota")).toMatchObject({ slug: "Rota", content: "ONE\n\ntwo\n" });
  const created = { ...draft, id: "new 1", base: null, text: { ...draft.text, title: "ops/Tides" } };
  expect(await savePage(created)).toMatchObject({ kind: "saved", page: { slug: "ops/Tides" } });
  expect(page.writes).toEqual(["PUT", "POST"]);
});

test("a write whose response was lost is checked on the service", async () => {
  page.breaks = (method) => (method === "PUT" ? "after" : null);
  expect(await savePage(draft)).toMatchObject({ kind: "saved", foundLater: true });
  expect(page.writes).toEqual(["PUT"]);
  await edit(base.content);
  page.breaks = (method) => (method === "PUT" ? "before" : null);
  await expect(savePage(draft)).rejects.toMatchObject({ problem: { changed: "no" } });
  expect((await read()).content).toBe(base.content);
});

test("a page from the cache proves nothing about the service", async () => {
  await savePage(draft);
  page.breaks = () => "before";
  const later = { ...draft, base: draft.text, text: { ...draft.text, content: "1\n\ntwo\n" } };
  await expect(savePage(later)).rejects.toMatchObject({ problem: { code: "offline" } });
  expect(page.writes).toEqual(["PUT"]);
});
