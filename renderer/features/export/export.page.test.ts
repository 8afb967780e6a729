import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it, onTestFinished } from "vitest";
import { savedFile } from "../../testing/page/files.ts";
import { interceptRequests, refused } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const lantern = "fjord/lantern";
const unique = () => Math.random().toString(36).slice(2, 8);

const commit = (start: string, branch: string, action: string, file_path: string, content: string) =>
  app.callProject<{ id: string }>(lantern, "POST", "/repository/commits", {
    branch,
    start_branch: start,
    commit_message: action,
    actions: [{ action, file_path, content }],
  });

const propose = (source_branch: string, target_branch: string) =>
  app.callProject<{ iid: number }>(lantern, "POST", "/merge_requests", {
    source_branch,
    target_branch,
    title: `Merge ${source_branch}`,
  });

/** Opens an address and the dialog that exports what is there. */
async function openDialog(address: string): Promise<HTMLElement> {
  await app.open(address);
  await app.user.click(await screen.findByRole("button", { name: "More actions" }));
  await app.user.click(await screen.findByRole("menuitem", { name: "Export…" }));
  return screen.findByRole("dialog", { name: "Export changes" });
}

it("a review's file that the service leaves out for its size is exported all the same", async () => {
  const { user } = app;
  const name = unique();
  const file_path = `large-${name}.txt`;
  const before = Array.from({ length: 2_500 }, (_, i) => `line ${i} of a long file with some words\n`).join(
    "",
  );
  const after = before.replaceAll("words", "other words");
  await commit("main", `large-${name}`, "create", file_path, before);
  await commit(`large-${name}`, `larger-${name}`, "update", file_path, after);
  const { iid } = await propose(`larger-${name}`, `large-${name}`);
  const folder = mkdtempSync(join(tmpdir(), "helve-patch-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, file_path), before);
  const dialog = within(await openDialog(projectPath(lantern, `merge_requests/${iid}`)));
  await user.click(await dialog.findByRole("radio", { name: "Patch" }));
  const { text } = await savedFile(() => user.click(dialog.getByRole("button", { name: "Export" })));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  writeFileSync(join(folder, "review.patch"), text);
  execFileSync("git", ["apply", "review.patch"], { cwd: folder });
  expect(readFileSync(join(folder, file_path), "utf8")).toBe(after);
});

it("what cannot be read is said in the dialog, and nothing is exported without it", async () => {
  const { user } = app;
  const name = unique();
  const { id: sha } = await commit("main", `export-${name}`, "create", `export-${name}.ts`, "export {};\n");
  const { iid } = await propose(`export-${name}`, "main");
  const read = async (href: string, paths: RegExp) => {
    const mend = interceptRequests(paths, () => refused(500, "unavailable", "The harbour is closed."));
    const dialog = within(await openDialog(href));
    expect(await dialog.findByText(/The harbour is closed\./)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Export" })).toHaveAttribute("aria-disabled", "true");
    mend();
    await user.click(dialog.getByRole("button", { name: "Retry" }));
    expect(await dialog.findByRole("radio", { name: "Patch" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  await read(projectPath(lantern, `merge_requests/${iid}`), /\/merge_requests\/\d+\/discussions/);
  await read(projectPath(lantern, `commits/${sha}`), /\/repository\/commits\/\w+\/comments/);
});

it("the comments of a review are exported as JSON and copied as Markdown", async () => {
  const { user } = app;
  const name = unique();
  const file_path = `reviewed-${name}.ts`;
  await commit("main", `review-${name}`, "create", file_path, "one\ntwo\nthree\n");
  const { iid } = await propose(`review-${name}`, "main");
  const path = `/merge_requests/${iid}`;
  const [version] = await app.callProject<
    { base_commit_sha: string; head_commit_sha: string; start_commit_sha: string }[]
  >(lantern, "GET", `${path}/versions`);
  await app.callProject(lantern, "POST", `${path}/discussions`, {
    body: "Shorter:\n\n```suggestion:-0+0\n2\n```",
    position: {
      base_sha: version?.base_commit_sha,
      start_sha: version?.start_commit_sha,
      head_sha: version?.head_commit_sha,
      position_type: "text",
      new_path: file_path,
      old_path: file_path,
      new_line: 2,
    },
  });
  const dialog = within(await openDialog(projectPath(lantern, `merge_requests/${iid}`)));
  await user.click(await dialog.findByRole("radio", { name: "JSON" }));
  const { name: saved, text } = await savedFile(() =>
    user.click(dialog.getByRole("button", { name: "Export" })),
  );
  expect(saved).toBe(`lantern-${iid}-Merge-review-${name}.json`);
  expect(JSON.parse(text)).toMatchObject({
    project: lantern,
    iid,
    versions: 1,
    threads: [
      {
        path: file_path,
        lines: { old: null, new: [2, 2] },
        hunk: "@@ -0,0 +1,3 @@\n+one\n+two\n+three",
        version: 1,
        resolved: false,
        comments: [{ suggestions: [{ replaces: [2, 2], lines: "2" }] }],
      },
    ],
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Export…" }));
  const again = within(await screen.findByRole("dialog", { name: "Export changes" }));
  await user.click(await again.findByRole("radio", { name: "Markdown" }));
  await user.click(again.getByRole("button", { name: "Copy" }));
  await screen.findByText("Comments copied");
  expect(await navigator.clipboard.readText()).toContain(`## \`${file_path}\` line 2 (version 1, open)`);
});
