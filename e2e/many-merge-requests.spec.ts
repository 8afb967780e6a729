import type { Page } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { callProject } from "./fixtures/call-project.ts";
import { expect, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

/** Commits a file to a new branch and proposes it. Returns the number of the merge request. */
async function propose(
  page: Page,
  branch: string,
  target: string,
  file: string,
  text: string,
): Promise<number> {
  await callProject(page, project, "POST", "/repository/commits", {
    branch,
    start_branch: target,
    commit_message: `Change ${file}`,
    actions: [{ action: "create", file_path: file, content: text }],
  });
  const { iid } = await callProject<{ iid: number }>(page, project, "POST", "/merge_requests", {
    source_branch: branch,
    target_branch: target,
    title: `Propose ${branch}`,
  });
  return iid;
}

const stateOf = async (page: Page, iid: number) =>
  (await callProject<{ state: string }>(page, project, "GET", `/merge_requests/${iid}`)).state;

test("a stack is gone through by key and merged from the lowest up, after a dry run", async ({ page }) => {
  const name = `stack-${unique()}`;
  const low = await propose(page, `${name}-1`, "main", `${name}/1.md`, "one\n");
  const high = await propose(page, `${name}-2`, `${name}-1`, `${name}/2.md`, "two\n");
  await page.goto(hrefs.mergeRequest("local", project, low));
  const layers = page.getByRole("list", { name: "Stack on main" });
  await expect(layers.getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Shift+X");
  await expect(page).toHaveURL(new RegExp(`merge_requests/${high}$`));
  await page.getByRole("link", { name: "Open stack" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Stack of !${high}`);
  await expect(page.getByText("0 of 1 file viewed")).toHaveCount(2);
  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge the stack" });
  await expect(dialog.getByRole("list", { name: "Dry run" }).getByRole("listitem")).toHaveCount(4);
  await dialog.getByRole("button", { name: "Merge the stack: 4 steps" }).click();
  await expect(dialog.getByText("Done 4 of 4")).toBeVisible({ timeout: 30_000 });
  expect([await stateOf(page, low), await stateOf(page, high)]).toEqual(["merged", "merged"]);
});

test("a morning of updates: selected by key, compared, approved with a result for each, and closed with undo", async ({
  page,
}) => {
  const name = `update-${unique()}`;
  const iids: number[] = [];
  for (const index of [1, 2])
    iids.push(await propose(page, `${name}-${index}`, "main", `${name}-${index}/yarn.lock`, "lamp 1.0.0\n"));
  await page.goto(hrefs.project("local", project, "merge_requests", { q: name }));
  const list = page.getByRole("list", { name: "Merge requests" });
  await expect(list.getByRole("checkbox")).toHaveCount(2);
  await list.focus();
  await page.keyboard.press("Control+A");
  const bar = page.getByRole("region", { name: "Selected merge requests" });
  // Last in its line, where it has no room.
  await bar.getByRole("button", { name: "Other actions" }).click();
  await page
    .getByRole("dialog", { name: "Other actions" })
    .getByRole("button", { name: /^Compare/ })
    .click();
  const compared = page.getByRole("dialog", { name: "Compare changes" });
  await expect(compared.getByText("Only lock files")).toBeVisible();
  await compared.getByRole("button", { name: "Select 2 merge requests: Only lock files" }).click();
  await bar.getByRole("button", { name: "Approve 2…" }).click();
  const approve = page.getByRole("dialog", { name: "Approve merge requests" });
  await approve.getByRole("button", { name: "Approve 2 merge requests" }).click();
  await expect(approve.getByText("Approved 2 of 2")).toBeVisible();
  await page.keyboard.press("Escape");
  await list.focus();
  await page.keyboard.press("Control+A");
  await bar.getByRole("button", { name: "Close 2…" }).click();
  const close = page.getByRole("dialog", { name: "Close merge requests" });
  await close.getByRole("button", { name: "Close 2 merge requests" }).click();
  await close.getByRole("button", { name: "Undo 2 merge requests" }).click();
  await expect(page.getByText("Restored 2 of 2")).toBeVisible();
  for (const iid of iids) expect(await stateOf(page, iid)).toBe("opened");
});

test("the merge queue merges what was queued, and stops at what changed since, with the reason", async ({
  page,
}) => {
  const name = `queue-${unique()}`;
  const first = await propose(page, `${name}-1`, "main", `${name}/1.md`, "one\n");
  const second = await propose(page, `${name}-2`, "main", `${name}/2.md`, "two\n");
  const lane = { accountId: "local", project, targetBranch: "main" };
  const pause = (paused: boolean) =>
    page.evaluate(
      async (body) =>
        (
          await fetch("/-/merge-queue/paused", {
            method: "PUT",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
          })
        ).status,
      { ...lane, paused },
    );
  expect(await pause(true)).toBe(204);
  for (const iid of [first, second]) {
    await page.goto(hrefs.mergeRequest("local", project, iid));
    await page.getByRole("button", { name: "Add to merge queue" }).click();
    await expect(page.getByRole("button", { name: "Remove from merge queue" })).toBeVisible();
  }
  await callProject(page, project, "POST", "/repository/commits", {
    branch: `${name}-1`,
    commit_message: "More",
    actions: [{ action: "create", file_path: `${name}/more.md`, content: "more\n" }],
  });
  await page.goto(hrefs.mergeQueue);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.locator("summary", { hasText: "New commits since it was queued" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.locator("summary", { hasText: "Merged into main" })).toBeVisible({ timeout: 30_000 });
  expect([await stateOf(page, first), await stateOf(page, second)]).toEqual(["opened", "merged"]);
  await page.getByRole("button", { name: "Remove ended" }).click();
  await expect(page.getByRole("heading", { name: "The merge queue is empty" })).toBeVisible();
});
