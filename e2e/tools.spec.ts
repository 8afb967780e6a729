import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { startMcpClient } from "../scripts/command/testing/mcp-client.ts";
import { postToProject } from "./fixtures/call-project.ts";
import { enterCodes } from "./fixtures/enter-codes.ts";
import { startBuiltApp } from "./fixtures/running-app.ts";
import { copySample, expect, test } from "./fixtures/test.ts";

const command = join(import.meta.dirname, "..", "scripts", "helve.mjs");
const lantern = "fjord/lantern";

test("an account is opened to tools, a client reads a merge request, and a comment is sent once it is confirmed @browser", async ({
  browser,
}) => {
  const data = copySample();
  const app = await startBuiltApp(data);
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  const editor = startMcpClient(spawn(process.execPath, [command, "mcp", "--data", data]));
  try {
    await enterCodes(page, app);
    await page.goto(app.link);
    const name = `tools-${Date.now()}`;
    await postToProject(page, lantern, "/repository/commits", {
      branch: name,
      start_branch: "main",
      commit_message: "Add a file",
      actions: [{ action: "create", file_path: `${name}.txt`, content: "one\n" }],
    });
    const { iid } = await postToProject<{ iid: number }>(page, lantern, "/merge_requests", {
      source_branch: name,
      target_branch: "main",
      title: `Read ${name}`,
    });
    const place = { project: lantern, iid };
    await editor.begin();
    expect((await editor.call("read_merge_request", place)).isError).toBe(true);

    await page.goto("/settings/tools");
    const reads = page.getByRole("switch", { name: /^Tools read as / }).first();
    await reads.click();
    await expect(reads).toBeChecked();
    const comment = page.getByRole("checkbox", { name: "May ask to comment" });
    await comment.click();
    await expect(comment).toBeChecked();
    await expect(page.getByText('"mcp"')).toBeVisible();

    const read = await editor.call("read_merge_request", place);
    expect(read.text).toContain(`Read ${name}`);
    const sending = editor.call("comment", { ...place, body: "Read by **an editor**." });
    const dialog = page.getByRole("dialog", { name: "A tool asks to send" });
    await expect(dialog.getByText(`Comment on !${iid} of ${lantern}`)).toBeVisible();
    await expect(dialog.getByText("A tool that calls itself “An editor”")).toBeVisible();
    await expect(dialog.getByRole("region", { name: "What will be sent" })).toHaveText(
      "Read by **an editor**.",
    );
    await dialog.getByRole("button", { name: "Send" }).click();
    // The code of the terminal is entered meanwhile.
    await expect(dialog).toBeHidden();
    expect((await sending).text).toContain("The user sent the comment");

    const declined = editor.call("comment", { ...place, body: "Once more." });
    await dialog.getByRole("button", { name: "Decline" }).click();
    expect((await declined).text).toBe("The user declined this in Helve. Nothing was sent.");
    await page.getByRole("button", { name: "Refresh" }).click();
    const calls = page.getByRole("list", { name: "Last calls" }).getByRole("listitem");
    await expect(calls.first()).toContainText("declined");
    await expect(calls.nth(1)).toContainText(`${lantern} !${iid}`);

    await page.goto(projectPath(lantern, `merge_requests/${iid}`));
    await expect(page.getByText("Read by an editor.")).toBeVisible();
    await expect(page.getByText("Once more.")).toHaveCount(0);
  } finally {
    await editor.end();
    await context.close();
    await app.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
