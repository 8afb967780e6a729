import { beforeEach, expect, test } from "vitest";
import { createWikiPage, deleteWikiPage, getWikiPage } from "../../../../shared/api/resources/wikis.ts";
import { createQueryClient } from "../../../api/query-client.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { pageForTests } from "../../../testing/page-over-service.ts";
import { deletePage } from "./use-delete-page.ts";

const writes = createWriteFlow(createQueryClient());
const page = pageForTests("maintainer");
const slug = "ops/Log";
const scope = () => ({ account: page.account.id, project: page.project.fullPath });
const statusOf = async () => (await page.service.operate(getWikiPage, { id: page.project.id, slug })).status;

beforeEach(async () => {
  await page.service.operate(createWikiPage, { id: page.project.id, title: slug, content: "one\n" });
});

test("a page is deleted and returned as it was at last", async () => {
  expect(await deletePage(writes, scope(), slug)).toMatchObject({
    page: { content: "one\n" },
    foundLater: false,
  });
  expect(await statusOf()).toBe(404);
});

test("a deletion whose response was lost is found done, and sent once", async () => {
  page.breaks = (method) => (method === "DELETE" ? "after" : null);
  expect(await deletePage(writes, scope(), slug)).toMatchObject({
    page: { content: "one\n" },
    foundLater: true,
  });
  expect(await statusOf()).toBe(404);
  expect(page.writes).toEqual(["DELETE"]);
});

test("a deletion that did not reach the service is reported as not made", async () => {
  page.breaks = (method) => (method === "DELETE" ? "before" : null);
  await expect(deletePage(writes, scope(), slug)).rejects.toMatchObject({ problem: { changed: "no" } });
  expect(await statusOf()).toBe(200);
});

test("a deletion that cannot be checked is reported as uncertain", async () => {
  let sent = false;
  page.breaks = (method) => {
    sent ||= method === "DELETE";
    return sent ? "after" : null;
  };
  await expect(deletePage(writes, scope(), slug)).rejects.toMatchObject({
    problem: { code: "uncertain_write", changed: "unknown" },
  });
});

test("a page that somebody else has deleted is not deleted again", async () => {
  await page.service.operate(deleteWikiPage, { id: page.project.id, slug }, { as: "maintainer" });
  expect(await deletePage(writes, scope(), slug)).toEqual({ page: null, foundLater: false });
  expect(page.writes).toEqual([]);
});
