import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { callProject, postToProject } from "./fixtures/call-project.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

const handbook = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);
const fileOf = (name: string, text: string) => ({
  ...{ name, mimeType: "application/octet-stream" },
  buffer: Buffer.from(text),
});

test("files are uploaded to a release in its form and on its page, and downloaded again", async ({
  page,
}) => {
  const tag = `assets-${unique()}`;
  await page.goto(projectPath(handbook, "releases"));
  await page.getByRole("button", { name: "New release" }).click();
  const dialog = page.getByRole("dialog", { name: "New release" });
  await dialog.getByRole("textbox", { name: "Tag" }).fill(tag);
  await dialog.getByRole("textbox", { name: "Release notes" }).fill("Notes");
  const choose = async (button: ReturnType<typeof page.getByRole>, ...files: ReturnType<typeof fileOf>[]) => {
    const chooser = page.waitForEvent("filechooser");
    await button.click();
    await (await chooser).setFiles(files);
  };
  await choose(
    dialog.getByRole("button", { name: "Upload files…" }),
    fileOf("app.zip", "bytes"),
    fileOf("a b.txt", "x"),
  );
  await expect(dialog.getByRole("textbox", { name: "Name of link 2" })).toBeVisible();
  await dialog.getByRole("button", { name: "Publish" }).click();
  const card = page.getByRole("article", { name: tag });
  await expect(card.getByRole("button", { name: "app.zip" })).toBeVisible();
  await expect(card.getByText("Package")).toBeVisible();
  await choose(card.getByRole("button", { name: "Add files…" }), fileOf("app.zip", "other bytes"));
  await expect(card.getByRole("button", { name: "app (2).zip" })).toBeVisible();
  await card.getByRole("button", { name: "app.zip", exact: true }).click();
  await expect(page.getByText("Downloading app.zip", { exact: true })).toBeVisible();
});

test("an upload is canceled, and one that fails is said in words and sent again", async ({ page }) => {
  const tag = `cancel-${unique()}`;
  await postToProject(page, handbook, "/releases", { tag_name: tag, ref: "main", description: "Notes" });
  await page.goto(projectPath(handbook, "releases"));
  const card = page.getByRole("article", { name: tag });
  const uploads = "**/operations/projects/*/uploads";
  await page.route(uploads, () => {});
  const choose = async (name: string) => {
    const chooser = page.waitForEvent("filechooser");
    await card.getByRole("button", { name: "Add files…" }).click();
    await (await chooser).setFiles([fileOf(name, "x".repeat(10_000))]);
  };
  await choose("slow.bin");
  await expect(card.getByRole("progressbar", { name: "Uploading slow.bin" })).toBeVisible();
  await card.getByRole("button", { name: "Cancel the upload of slow.bin" }).click();
  await expect(card.getByText("slow.bin")).toBeHidden();
  await page.unroute(uploads);
  await page.route(uploads, (route) =>
    route.fulfill({
      status: 413,
      json: {
        code: "too_large",
        message: "The file is larger than 100 MB. Nothing was uploaded.",
        detail: "",
      },
    }),
  );
  await choose("large.bin");
  await expect(card.getByRole("alert")).toContainText("The file is larger than 100 MB.");
  await page.unroute(uploads);
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(card.getByRole("button", { name: "large.bin" })).toBeVisible();
});

test("an image is attached to a comment", async ({ page }) => {
  const { iid } = await (async () => {
    await page.goto(projectPath(handbook, "issues"));
    return postToProject<{ iid: number }>(page, handbook, "/issues", { title: `Attach ${unique()}` });
  })();
  await goTo(page, projectPath(handbook, `issues/${iid}`));
  const box = page.getByRole("textbox", { name: "Comment" });
  await box.fill("See ");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files…" }).last().click();
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNgaGgAAAGEAQFocvOPAAAAAElFTkSuQmCC";
  await (await chooser).setFiles([
    { name: "dot.png", mimeType: "image/png", buffer: Buffer.from(dot, "base64") },
  ]);
  await expect(box).toHaveValue(/^See !\[dot\]\(\/uploads\/[\da-f]{32}\/dot\.png\)$/);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("img", { name: "dot" })).toBeVisible();
});

test("the evidence of a release is verified by standard tools", async ({ page }, info) => {
  const name = unique();
  const post = <T>(path: string, body: object) => postToProject<T>(page, handbook, path, body);
  await post("/repository/branches", { branch: `base-${name}`, ref: "main" });
  await post("/repository/tags", { tag_name: `${name}-1`, ref: `base-${name}` });
  await post("/repository/commits", {
    ...{ branch: `side-${name}`, start_branch: `base-${name}`, commit_message: "Add a page" },
    actions: [{ action: "create", file_path: `page-${name}.md`, content: "# Page\n" }],
  });
  const { iid } = await post<{ iid: number }>("/merge_requests", {
    ...{ source_branch: `side-${name}`, target_branch: `base-${name}`, title: `Page ${name}` },
  });
  await callProject(page, handbook, "PUT", `/merge_requests/${iid}/merge`, {});
  await post("/releases", { tag_name: `${name}-2`, ref: `base-${name}`, description: "Notes" });
  await page.goto(projectPath(handbook, "releases"));
  const card = page.getByRole("article", { name: `${name}-2` });
  await card.getByRole("button", { name: `Actions for the release ${name}-2` }).click();
  await page.getByRole("menuitem", { name: "Export evidence…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export evidence" });
  await dialog.getByRole("combobox", { name: "Changes since" }).click();
  await page.getByRole("option", { name: `${name}-1` }).click();
  await expect(dialog.getByText("One ZIP with the merge request")).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  const path = info.outputPath("evidence.zip");
  await (await download).saveAs(path);
  const folder = mkdtempSync(join(tmpdir(), "evidence-"));
  try {
    execFileSync("unzip", ["-q", path, "-d", folder]);
    const [root = ""] = readdirSync(folder);
    const sums = execFileSync("sha256sum", ["--strict", "-c", "SHA256SUMS"], {
      cwd: join(folder, root),
      encoding: "utf8",
    });
    expect(sums).toContain("merge-request.json: OK");
    const facts = JSON.parse(readFileSync(join(folder, root, "merge-request.json"), "utf8"));
    expect(facts).toMatchObject({ iid, state: "merged", title: `Page ${name}` });
    expect(readFileSync(join(folder, root, "changes.patch"), "utf8")).toContain("+# Page");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
