import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { postToProject } from "./fixtures/call-project.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

const lantern = "fjord/lantern";
const unique = () => Math.random().toString(36).slice(2, 8);

const post = <T>(page: Page, path: string, body: object): Promise<T> =>
  postToProject(page, lantern, path, body);

interface Version {
  readonly base_commit_sha: string;
  readonly head_commit_sha: string;
  readonly start_commit_sha: string;
}

/** Opens a merge request that changes one file, adds another and has a thread on a line. */
async function openReview(page: Page) {
  const name = unique();
  const file_path = `export-${name}.ts`;
  const lines = Array.from({ length: 30 }, (_, i) => `const value${i} = ${i};`);
  const before = `${lines.join("\n")}\n`;
  const after = before
    .replace("value4 = 4", "value4 = 40")
    .replace("const value20 = 20;", "const markup = \"<script>document.title = 'ran'</script>\";");
  await post(page, "/repository/commits", {
    branch: "main",
    commit_message: "Before",
    actions: [{ action: "create", file_path, content: before }],
  });
  const commit = await post<{ id: string }>(page, "/repository/commits", {
    branch: `export-${name}`,
    start_branch: "main",
    commit_message: `Change the values of ${name}\n\nWith a body.`,
    actions: [
      { action: "update", file_path, content: after },
      { action: "create", file_path: `docs/<b>${name}</b>.md`, content: "# New\n" },
    ],
  });
  const { iid } = await post<{ iid: number }>(page, "/merge_requests", {
    source_branch: `export-${name}`,
    target_branch: "main",
    title: `Export <i>${name}</i>`,
    description: "Values that **matter**.\n\n- one\n- two",
  });
  const versions = await page.evaluate(
    async (url) => (await fetch(url)).json() as Promise<Version[]>,
    `/-/accounts/local/operations/projects/${encodeURIComponent(lantern)}/merge_requests/${iid}/versions`,
  );
  const { base_commit_sha, head_commit_sha, start_commit_sha } = versions[0] as Version;
  await post(page, `/merge_requests/${iid}/discussions`, {
    body: "Why **forty**?\n\n```ts\nconst value4 = 4;\n```",
    position: {
      base_sha: base_commit_sha,
      head_sha: head_commit_sha,
      start_sha: start_commit_sha,
      position_type: "text",
      old_path: file_path,
      new_path: file_path,
      new_line: 5,
    },
  });
  return { iid, name, before, after, file_path, sha: commit.id };
}

/** Presses the dialog's button and returns what was saved. */
async function save(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  const saved = await download;
  await expect(page.getByRole("dialog")).toBeHidden();
  return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), "utf8") };
}

test("a review becomes one page with its comments, safe to open", async ({ page, browser }, info) => {
  const { iid, name } = await openReview(page);
  await page.goto(projectPath(lantern, `merge_requests/${iid}`));
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export changes" });
  await expect(dialog.getByRole("checkbox", { name: "Include 1 thread" })).toBeChecked();
  await page.screenshot({ path: info.outputPath("dialog.png") });
  await dialog.getByRole("radio", { name: "Side by side" }).click();
  const exported = await save(page);
  expect(exported.name).toContain(`lantern-${iid}-Export`);

  const folder = mkdtempSync(join(tmpdir(), "helve-export-"));
  const path = join(folder, "page.html");
  writeFileSync(path, exported.text);
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } });
    const opened = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    opened.on("request", (request) => requests.push(request.url()));
    opened.on("console", (message) => complaints.push(message.text()));
    await opened.goto(`file://${path}`);
    await expect(opened.getByRole("heading", { level: 1 })).toHaveText(`Export <i>${name}</i>`);
    await expect(opened.getByText("<script>document.title = 'ran'</script>").first()).toBeVisible();
    await expect(opened.getByRole("heading", { name: `docs/<b>${name}</b>.md` })).toBeVisible();
    const talk = opened.getByRole("article");
    await expect(talk).toContainText("Why forty?");
    // Below the line that it is on.
    const line = opened.getByRole("row", { name: "const value4 = 40;" });
    const [above, below] = [await line.boundingBox(), await talk.boundingBox()];
    expect(below?.y ?? 0).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY);
    expect(await opened.locator("script").count()).toBe(0);
    expect(await opened.title()).not.toBe("ran");
    expect(requests).toEqual([`file://${path}`]);
    expect(complaints).toEqual([]);
    await opened.screenshot({ path: info.outputPath(`page-${colorScheme}.png`), fullPage: true });
    await context.close();
  }
  rmSync(folder, { recursive: true });
});

test("patches apply: a review's with git apply, a commit's with git am", async ({ page }) => {
  const { iid, before, after, file_path, sha, name } = await openReview(page);
  const folder = mkdtempSync(join(tmpdir(), "helve-patch-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.test", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  git("init", "-q");
  writeFileSync(join(folder, file_path), before);
  git("add", "-A");
  git("commit", "-qm", "before");

  await page.goto(`${projectPath(lantern, `merge_requests/${iid}`)}?tab=changes`);
  await page.getByRole("button", { name: "Export changes" }).click();
  await page.getByRole("radio", { name: "Patch" }).click();
  const patch = await save(page);
  expect(patch.name).toMatch(/\.patch$/);
  writeFileSync(join(folder, ".git", "review.patch"), patch.text);
  git("apply", "--check", ".git/review.patch");

  await goTo(page, projectPath(lantern, `commits/${sha}`));
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Export…" }).click();
  await page.getByRole("radio", { name: "Patch" }).click();
  writeFileSync(join(folder, ".git", "commit.patch"), (await save(page)).text);
  git("am", "-q", "--keep-cr", ".git/commit.patch");
  expect(git("log", "-1", "--format=%s%n%b").trim()).toBe(`Change the values of ${name}\nWith a body.`);
  expect(readFileSync(join(folder, file_path), "utf8")).toBe(after);
  rmSync(folder, { recursive: true });
});

/** Records the page of the print dialog instead of opening it, which only a user can close. */
const recordPrints = (page: Page) =>
  page.evaluate(() => {
    const printed: string[] = [];
    Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
      get(this: HTMLIFrameElement) {
        return { print: () => printed.push(this.contentDocument?.documentElement.outerHTML ?? "") };
      },
    });
    Object.assign(window, { printed });
  });

test("a comparison is exported and printed unified and dark, from the palette", async ({ page }) => {
  const { sha } = await openReview(page);
  await page.goto(`${projectPath(lantern, "compare")}?from=${sha}~1&to=${sha}`);
  await expect(page.getByRole("button", { name: "Export…" })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Export changes" });
  const choose = async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill(">export changes");
    await page.getByRole("option", { name: /Export changes…/ }).click();
    await dialog.getByRole("radio", { name: "Unified" }).click();
    await dialog.getByRole("radio", { name: "Dark" }).click();
  };
  await recordPrints(page);
  await choose();
  await dialog.getByRole("button", { name: "Print…" }).click();
  const printed = await page.waitForFunction(() => (window as { printed?: string[] }).printed?.[0]);
  await expect(dialog).toBeHidden();
  await choose();
  const { text } = await save(page);
  for (const made of [text, await printed.jsonValue()]) {
    expect(made).toContain('data-theme="dark"');
    expect(made).toContain('class="diff unified"');
    expect(made).toContain("Exported with Helve");
  }
  expect(text).not.toMatch(/<script/i);
});

const project = "fjord/handbook";

test("an archive is downloaded with its progress", { tag: "@browser" }, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "helve-downloads-"));
  try {
    await page.goto("/settings/storage");
    await page.getByRole("textbox", { name: "Downloads folder" }).fill(folder);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Downloads folder" })).toHaveValue(folder);
    await page.goto(`${projectPath(project, "files")}?ref=main`);
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await expect(page.getByRole("menuitem").nth(0)).toHaveText("zip");
    await expect(page.getByRole("menuitem").nth(1)).toHaveText("tar.gz");
    await page.getByRole("menuitem", { name: "zip", exact: true }).click();
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith(".zip")).length).toBe(1);
    await page.getByRole("button", { name: "Downloads" }).click();
    await expect(page.getByText(/handbook-main\S*\.zip/).first()).toBeVisible();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
