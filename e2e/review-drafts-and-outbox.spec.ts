import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addAccount } from "./fixtures/add-account.ts";
import { startOtherService } from "./fixtures/other-service.ts";
import { reachApp } from "./fixtures/reach-app.ts";
import { copySample, expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";
import { undoDiscard } from "./fixtures/undo-discard.ts";

const lantern = "fjord/lantern";
const unique = () => Math.random().toString(36).slice(2, 8);

/** Number of a merge request of the sample, by its title. */
async function numberOf(page: Page, account: string, title: string): Promise<number> {
  const found = await page.evaluate(
    async (url) => (await fetch(url)).json(),
    `/-/accounts/${account}/operations/projects/${encodeURIComponent(lantern)}/merge_requests?state=all&search=${encodeURIComponent(title)}`,
  );
  return found[0].iid;
}

async function writeComment(page: Page, words: string): Promise<void> {
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await changes.getByRole("button", { name: "Comment on line 2" }).first().hover();
  await changes.getByRole("button", { name: "Comment on line 2" }).first().click();
  await page.getByRole("textbox", { name: "Comment on line 2" }).fill(words);
}

test("comments and viewed marks survive a kill of every process", async ({ openApp }) => {
  const folder = copySample();
  const words = `Typed before the lights went out ${unique()}`;
  const first = await openApp(folder);
  try {
    const before = first.page;
    const iid = await numberOf(before, "local", "Say it in Spanish");
    const review = `${projectPath(lantern, `merge_requests/${iid}`)}?tab=changes`;
    await before.goto(first.origin + review);
    await before.getByRole("checkbox", { name: "Viewed src/words/es.ts" }).check();
    await before.getByRole("button", { name: "src/words/es.ts", exact: true }).click();
    await writeComment(before, words);
    // Each key stroke is written to disk at once; the last write takes a moment.
    await before.waitForTimeout(400);
    await first.kill();

    const second = await openApp(folder);
    const after = second.page;
    await after.goto(second.origin + review);
    await expect(after.getByRole("checkbox", { name: "Viewed src/words/es.ts" })).toBeChecked();
    await after.getByRole("button", { name: "src/words/es.ts", exact: true }).click();
    await expect(after.getByRole("textbox", { name: "Comment on line 2" })).toHaveValue(words);
    await second.stop();
  } finally {
    await first.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("others' comments leave an unsent one alone", async ({ page }) => {
  await reachApp(page);
  const iid = await numberOf(page, "local", "Make the wall as wide as it is");
  await page.goto(`${projectPath(lantern, `merge_requests/${iid}`)}?tab=changes`);
  const mine = `Mine ${unique()}`;
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await changes.getByRole("button", { name: "Comment on line 1" }).first().click();
  const box = page.getByRole("textbox", { name: "Comment on line 1" });
  await box.fill(mine);
  const theirs = `Theirs ${unique()}`;
  await page.evaluate(
    async ([base, body]) => {
      const version = (await (await fetch(`${base}/versions`)).json())[0];
      const position = {
        base_sha: version.base_commit_sha,
        start_sha: version.start_commit_sha,
        head_sha: version.head_commit_sha,
        position_type: "text",
        new_path: "src/wall-width.ts",
        old_path: "src/wall-width.ts",
        new_line: 1,
      };
      await fetch(`${base}/discussions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ body, position }),
      });
    },
    [
      `/-/accounts/local/operations/projects/${encodeURIComponent(lantern)}/merge_requests/${iid}`,
      theirs,
    ] as const,
  );
  await expect(changes.getByText(theirs)).toBeVisible({ timeout: 45_000 });
  await expect(box).toHaveValue(mine);
  await page.getByRole("button", { name: "Discard" }).click();
});

test("a review made available offline is read without the service, and comments are sent later by themselves", async ({
  page,
  app,
}) => {
  const service = await startOtherService(true);
  try {
    const name = `Far office ${unique()}`;
    const id = await addAccount(page, app.origin, service, name);
    const iid = await numberOf(page, id, "Say it in Spanish");
    const address = `/a/${id}/p/${encodeURIComponent(lantern)}/merge_requests/${iid}`;
    await page.goto(address);
    await page.getByRole("button", { name: "Make available offline" }).click();
    await expect(page.getByText("Review available offline", { exact: true })).toBeVisible({
      timeout: 30_000,
    });
    // A reload of the page restores it.
    await page.reload();
    await page.getByRole("button", { name: "Available offline" }).click();
    await expect(page.getByText(/KB, saved/)).toBeVisible();
    await page.keyboard.press("Escape");
    await service.pause();
    await page.goto(`${address}?tab=changes`);
    const changes = page.getByRole("region", { name: "Changes", exact: true });
    await expect(changes.getByText("amarre")).toBeVisible({ timeout: 30_000 });
    const words = `Written at sea ${unique()}`;
    await writeComment(page, words);
    await page.getByRole("button", { name: "Start review" }).click();
    await page.getByRole("button", { name: "Review (1)" }).click();
    const panel = page.getByRole("dialog", { name: "Your review" });
    const summary = `All in all ${unique()}`;
    await panel.getByRole("textbox", { name: "Summary (Markdown supported)" }).fill(summary);
    await panel.getByRole("button", { name: "Submit review" }).click();
    await expect(page.getByText("Saved to outbox", { exact: true }).first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(changes.getByText("Waiting to send").first()).toBeVisible();

    // The outbox is on disk: another start of the page finds it.
    await page.goto("/outbox");
    const waiting = page.getByRole("list", { name: `Waiting to send to !${iid}` });
    await expect(waiting.getByText(words)).toBeVisible();
    await expect(waiting.getByText(summary)).toBeVisible();
    await expectAccessible(page);

    // A queued comment can be edited, and is queued again.
    await waiting
      .getByRole("listitem")
      .filter({ hasText: summary })
      .getByRole("button", { name: "Edit in review" })
      .click();
    const comment = page.getByRole("region", { name: "Overview" }).getByRole("textbox", { name: "Comment" });
    await expect(comment).toHaveValue(summary, { timeout: 30_000 });
    await comment.fill(`${summary}, and more`);
    await comment.press("ControlOrMeta+Enter");
    await expect(comment).toHaveValue("", { timeout: 60_000 });
    await page.goto("/outbox");
    await expect(waiting.getByText(`${summary}, and more`)).toBeVisible();

    await service.resume();
    await expect(page.getByRole("heading", { name: "Outbox is empty" })).toBeVisible({ timeout: 60_000 });
    await page.goto(address);
    const overview = page.getByRole("region", { name: "Overview" });
    await expect(overview.getByText(words)).toHaveCount(1);
    await expect(overview.getByText(`${summary}, and more`)).toHaveCount(1);
    // Comments since then are not in the offline copy.
    await page.getByRole("button", { name: "Available offline (outdated)" }).click();
    await page.getByRole("menuitem", { name: "Update offline copy (outdated)" }).click();
    await expect(page.getByRole("button", { name: "Available offline", exact: true })).toBeVisible({
      timeout: 30_000,
    });

    await page.goto("/settings/storage");
    await expect(page.getByText(`${lantern}!${iid}`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: `Remove offline copy of ${lantern}!${iid}` }).click();
    await expect(page.getByText(`${lantern}!${iid}`)).toHaveCount(0);
    await page.goto(address);
    await expect(page.getByRole("button", { name: "Make available offline" })).toBeVisible();
  } finally {
    await service.stop();
  }
});

test("a comment on an outdated version waits for its author to send it anyway", async ({ page, app }) => {
  const service = await startOtherService(true);
  try {
    const name = `Near office ${unique()}`;
    const id = await addAccount(page, app.origin, service, name);
    const iid = await numberOf(page, id, "Say it in Spanish");
    const address = `/a/${id}/p/${encodeURIComponent(lantern)}/merge_requests/${iid}`;
    await page.goto(`${address}?tab=changes`);
    const changes = page.getByRole("region", { name: "Changes", exact: true });
    await expect(changes.getByText("amarre")).toBeVisible({ timeout: 30_000 });
    await service.pause();
    // The first failed call shows that the service is offline.
    await page.reload();
    await expect(changes.getByText("amarre")).toBeVisible({ timeout: 30_000 });
    const words = `On the old version ${unique()}`;
    await writeComment(page, words);
    await page.getByRole("button", { name: "Comment now" }).click();
    await expect(changes.getByText("Waiting to send")).toBeVisible({ timeout: 60_000 });
    // Somebody pushes before this page finds the service again.
    await page.goto("about:blank");
    await service.resume();
    const projects = `${service.url}/api/v4/projects`;
    const headers = { "private-token": service.token, "content-type": "application/json" };
    const request = await (
      await fetch(`${projects}/${encodeURIComponent(lantern)}/merge_requests/${iid}`, { headers })
    ).json();
    const pushed = await fetch(`${projects}/${request.source_project_id}/repository/commits`, {
      method: "POST",
      headers,
      body: JSON.stringify({
        branch: request.source_branch,
        commit_message: "Say one thing more",
        actions: [{ action: "create", file_path: `more-${unique()}.txt`, content: "more\n" }],
      }),
    });
    expect(pushed.status).toBe(201);
    await page.goto(`${app.origin}/outbox`);
    await expect(page.getByText(/The branch has new commits/).first()).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("heading", { name: "Outbox is empty" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Outbox" })).toBeFocused();
    // Restored, it is still blocked.
    await undoDiscard(page, "comment");
    await page.getByRole("button", { name: "Send anyway" }).click();
    await expect(page.getByRole("heading", { name: "Outbox is empty" })).toBeVisible({ timeout: 60_000 });
    await page.goto(app.origin + address);
    await expect(page.getByRole("region", { name: "Overview" }).getByText(words)).toHaveCount(1);
  } finally {
    await service.stop();
  }
});
