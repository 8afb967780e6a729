import type { Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { callProject, postToProject } from "./fixtures/call-project.ts";
import { expect, test } from "./fixtures/test.ts";

const lantern = "fjord/lantern";

test.use({ viewport: { width: 1280, height: 800 } });

/** Pixels from the top of the window to the first line of the diff, once nothing moves any more. */
async function firstLine(page: Page): Promise<number> {
  const line = page
    .getByRole("region", { name: /^Changes/ })
    .getByRole("article")
    .first()
    .locator("[data-kind]")
    .first();
  await expect(line).toBeVisible();
  let last = -1;
  await expect
    .poll(async () => {
      const y = (await line.boundingBox())?.y ?? -1;
      const isStill = y === last;
      last = y;
      return isStill;
    })
    .toBe(true);
  return last;
}

interface Version {
  readonly id: number;
}

/** Makes a merge request with two versions, and a thread on each of its two lines, of which the newer version changes one. */
async function proposeTwice(
  page: Page,
): Promise<{ readonly iid: number; readonly versions: readonly Version[] }> {
  const name = `first-lines-${Math.random().toString(36).slice(2, 8)}`;
  const commit = (content: string, action: string, start?: string) =>
    postToProject(page, lantern, "/repository/commits", {
      branch: name,
      ...(start ? { start_branch: start } : {}),
      commit_message: `${action} ${name}`,
      actions: [{ action, file_path: `${name}.ts`, content }],
    });
  await commit("const kept = 1;\nconst changed = 1;\n", "create", "main");
  const { iid } = await postToProject<{ iid: number }>(page, lantern, "/merge_requests", {
    source_branch: name,
    target_branch: "main",
    title: `Measure ${name}`,
  });
  const versionsOf = () =>
    callProject<{ id: number; head_commit_sha: string; base_commit_sha: string; start_commit_sha: string }[]>(
      page,
      lantern,
      "GET",
      `/merge_requests/${iid}/versions`,
    );
  await expect.poll(async () => (await versionsOf()).length).toBe(1);
  const [first] = await versionsOf();
  for (const line of [1, 2, 2, 2])
    await postToProject(page, lantern, `/merge_requests/${iid}/discussions`, {
      body: `What of line ${line}?`,
      position: {
        position_type: "text",
        base_sha: first?.base_commit_sha,
        start_sha: first?.start_commit_sha,
        head_sha: first?.head_commit_sha,
        old_path: `${name}.ts`,
        new_path: `${name}.ts`,
        new_line: line,
      },
    });
  await commit("const kept = 1;\nconst changed = 'otherwise';\n", "update");
  await expect.poll(async () => (await versionsOf()).length).toBe(2);
  return { iid, versions: await versionsOf() };
}

test("the first line of a diff is at most 130 px below the top, also under threads and in a version range", async ({
  page,
}) => {
  await page.goto(`${projectPath(lantern, "merge_requests/29")}?tab=changes`);
  expect(await firstLine(page)).toBeLessThanOrEqual(130);

  const { iid, versions } = await proposeTwice(page);
  const changesPath = `${projectPath(lantern, `merge_requests/${iid}`)}?tab=changes`;
  await page.goto(changesPath);
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  // One thread is where its line is; each outdated one is a line below the code, and opens with what it was about.
  await expect(changes.getByText("What of line 1?")).toBeVisible();
  const outdated = changes.getByRole("button", { name: /^Outdated .*What of line 2\?/ });
  await expect(outdated).toHaveCount(3);
  expect(await firstLine(page)).toBeLessThanOrEqual(130);
  const lastLine = await changes.getByText("otherwise").boundingBox();
  for (const line of await outdated.all()) {
    const box = await line.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(36);
    expect(box?.y).toBeGreaterThan(lastLine?.y ?? 0);
  }
  await changes.getByRole("button", { name: "3 outdated" }).click();
  await outdated.first().click();
  await expect(
    changes.getByRole("group", { name: /^Code of/ }).getByText("const changed = 1;"),
  ).toBeVisible();

  await page.goto(`${changesPath}&from=${versions.at(-1)?.id}&to=${versions[0]?.id}`);
  await expect(page.getByRole("button", { name: "Versions: v1 to v2" })).toBeVisible();
  expect(await firstLine(page)).toBeLessThanOrEqual(130);

  // The merge says what it leaves open.
  await page.goto(projectPath(lantern, `merge_requests/${iid}`));
  await expect(page.getByRole("button", { name: "Merge with 4 open threads" })).toBeVisible();
});

test("the first line of a commit and of a comparison is at most 130 px below the top", async ({ page }) => {
  await page.goto(projectPath(lantern, "commits"));
  await page
    .getByRole("list", { name: "Commits" })
    .getByRole("link", { name: "Measure berth 75 again" })
    .click();
  await expect(page.getByText(/^In \d+ branches$/)).toBeVisible();
  expect(await firstLine(page)).toBeLessThanOrEqual(130);

  await page.goto(`${projectPath(lantern, "compare")}?from=v0.1.0&to=v0.2.0`);
  await expect(page.getByRole("heading", { name: /commits$/ })).toBeVisible();
  expect(await firstLine(page)).toBeLessThanOrEqual(130);

  // The first file of the tree is the last that the service sends.
  await page.goto(`${projectPath(lantern, "compare")}?from=v0.5.0&to=main`);
  const last = page.getByRole("article", { name: "src/wall-width.ts" });
  await expect(last.getByText("export const wallWidth")).toBeVisible();
});

test("a diff scrolls sideways only where a line is wider, wraps on request, and has two columns where they have room", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  const name = `sideways-${Math.random().toString(36).slice(2, 8)}`;
  const long = `const long = "${"0123456789".repeat(40)}";`;
  await postToProject(page, lantern, "/repository/commits", {
    branch: name,
    start_branch: "main",
    commit_message: name,
    actions: [
      // Wide enough that a few columns more would scroll.
      { action: "create", file_path: `${name}/a-fits.ts`, content: `${"x".repeat(62)}\n\tlast\n` },
      { action: "create", file_path: `${name}/b-long.ts`, content: `${long}\nshort\n` },
    ],
  });
  await page.goto(`${projectPath(lantern, "compare")}?from=main&to=${name}`);
  const split = page.getByRole("radio", { name: "Side by side" });
  await split.click();
  const fits = page.getByRole("article", { name: `${name}/a-fits.ts` });
  const columns = fits.getByRole("region");
  await expect(columns).toHaveCount(2);
  await expect(fits.getByText("x".repeat(62))).toBeVisible();
  const excess = (index: number) =>
    columns.nth(index).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect([await excess(0), await excess(1)]).toEqual([0, 0]);

  const wide = page.getByRole("article", { name: `${name}/b-long.ts` });
  const heightOf = async () => (await wide.boundingBox())?.height ?? 0;
  const after = wide.getByRole("region", { name: /^After/ });
  expect(await after.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(
    0,
  );
  const before = await heightOf();
  await page.getByRole("button", { name: "Wrap lines" }).click();
  await expect.poll(heightOf).toBeGreaterThan(before + 40);
  expect(await after.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // What follows a wrapped line is below all of it.
  const bottom = await wide.getByText(long).evaluate((text) => text.getBoundingClientRect().bottom);
  const next = await wide.getByText("short").evaluate((text) => text.getBoundingClientRect().top);
  expect(next).toBeGreaterThanOrEqual(bottom - 2);

  // Without room it is unified, and the choice says so.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(columns).toHaveCount(1);
  await expect(split).toBeChecked();
  await expect(split).toHaveAttribute("title", /at least 1,000 px/);
});
