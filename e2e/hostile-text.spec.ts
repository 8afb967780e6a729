import type { Page } from "@playwright/test";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { beacon, findSampleJob, isNamed } from "../renderer/testing/page/sample-jobs.ts";
import { callProject, sampleCallsOf } from "./fixtures/call-project.ts";
import { openLog } from "./fixtures/pipelines-and-logs.ts";
import { expect, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const file = (path: string) => `${projectPath(project, "files")}?path=${encodeURIComponent(path)}`;

test("a document that would take for ever is shown as text, and others are drawn after it", async ({
  page,
}) => {
  await commitAsAnotherClient(sampleCallsOf(page), project, {
    // Long enough for any machine: its time grows with the square of its length.
    "hostile/emphasis.md": "a**b".repeat(120_000),
    "hostile/after.md": "# Drawn after it\n",
    "hostile/style.ipynb": JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [
        { cell_type: "markdown", metadata: {}, source: ["# Read to its end"] },
        {
          cell_type: "code",
          metadata: {},
          execution_count: 1,
          source: ["draw()"],
          outputs: [
            { output_type: "display_data", metadata: {}, data: { "text/html": "<style ".repeat(200_000) } },
          ],
        },
      ],
    }),
  });
  await page.goto(file("hostile/emphasis.md"));
  const text = page.getByRole("region", { name: "The document as text" });
  await expect(text).toBeVisible({ timeout: 60_000 });
  await expect(text.getByRole("note")).toContainText("It took longer than 10 seconds and was stopped.");
  await expect(text).toContainText("a**ba**b");
  await page.goto(file("hostile/after.md"));
  await expect(page.getByRole("heading", { name: "Drawn after it" })).toBeVisible();
  await page.goto(file("hostile/style.ipynb"));
  await expect(page.getByRole("heading", { name: "Read to its end" })).toBeVisible();
});

test("a search pattern that never ends is stopped, and the text is still there", async ({ page }) => {
  await commitAsAnotherClient(sampleCallsOf(page), project, {
    "hostile/large.txt": `${`${"a".repeat(60)}!\n`.repeat(40_000)}the end\n`,
  });
  await page.goto(file("hostile/large.txt"));
  const view = page.getByRole("region", { name: "large.txt", exact: true });
  await view.getByRole("button", { name: "Regular expression" }).click();
  await view.getByRole("searchbox", { name: "Find in this file" }).fill("^(a+)+$");
  await expect(view.getByText("It took longer than 10 seconds and was stopped.")).toBeVisible({
    timeout: 60_000,
  });
  await expect(view.getByText(/^a{60}!$/).first()).toBeVisible();
  await view.getByRole("searchbox", { name: "Find in this file" }).fill("the end");
  await expect(view.getByText("the end")).toBeVisible();
});

const hostileDiagram = (head: string) =>
  `\`\`\`mermaid\n${head}\nflowchart TD\n  a["<b>bold</b><img src=https://evil.example/x.png>"] --> b\n  click b "javascript:alert(1)"\n\`\`\`\n`;
const settings = JSON.stringify({
  securityLevel: "loose",
  htmlLabels: true,
  flowchart: { htmlLabels: true },
  themeCSS: ".node { fill: url(https://evil.example/y.svg) } .evil-rule { color: red }",
  secure: [],
  maxTextSize: 900000000,
});

test("a diagram's own settings switch no protection off", async ({ page }) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("evil.example")) outside.push(request.url());
  });
  await commitAsAnotherClient(sampleCallsOf(page), project, {
    "hostile/directive.md": hostileDiagram(`%%{init: ${settings}}%%`),
    "hostile/frontmatter.md": hostileDiagram(`---\ntitle: A title\nconfig: ${settings}\n---`),
  });
  for (const path of ["hostile/directive.md", "hostile/frontmatter.md"]) {
    await page.goto(file(path));
    const picture = page.locator("article figure img");
    await expect(picture).toBeVisible();
    const source = await picture.getAttribute("src");
    const svg = decodeURIComponent(source ?? "");
    expect(svg, path).toContain("<svg");
    expect(svg, path).not.toMatch(/foreignObject|<img|javascript:|evil-rule|evil\.example\/y/);
  }
  expect(outside).toEqual([]);
});

/** Runs a script as a job of the sample project. Returns the job when it has passed. */
async function runScript(page: Page, name: string, script: readonly string[], more: object) {
  const branch = `${name}-${Date.now()}`;
  const rules = [{ if: '$CI_PIPELINE_SOURCE == "api"' }];
  await callProject(page, beacon, "POST", "/repository/commits", {
    ...{ branch, start_branch: "main", commit_message: "Try what a job may print" },
    actions: [
      {
        ...{ action: "update", file_path: ".gitlab-ci.yml" },
        content: JSON.stringify({ [name]: { script, rules, ...more } }),
      },
    ],
  });
  const { id } = await callProject<{ id: number }>(page, beacon, "POST", "/pipeline", { ref: branch });
  const job = () => findSampleJob(sampleCallsOf(page), `pipelines/${id}/jobs`, isNamed(name));
  await expect.poll(async () => (await job()).status, { timeout: 40_000 }).toBe("success");
  return job();
}

const prints = [
  "head -c 20000 /dev/zero | tr '\\0' x; echo",
  "printf '\\033]8;;javascript:alert(1)\\033\\\\evil\\033]8;;\\033\\\\ \\033]8;;https://example.com/a\\033\\\\good\\033]8;;\\033\\\\\\n'",
  "printf '\\377\\376\\000bytes\\001\\n'",
  "head -c 5000 /dev/zero | tr '\\0' a; echo '!'",
  "printf '\\033[38;5;196mcube\\033[0m \\033[38;2;0;128;255mtrue\\033[0m \\033[1;3;4mstrong\\033[0m \\033[48;5;21mback\\033[0m \\033[32mgreen\\033[0m\\n'",
  'for i in $(seq 50); do printf "\\rstate $((i * 2))"; done; printf "\\n"',
  "mkdir out; echo x > 'out/<img src=x onerror=alert(1)>.txt'; echo x > out/--rf; ln -s /etc/passwd out/link",
];

test("what a job prints is drawn as text in its colours, and never runs, opens or blocks anything", async ({
  page,
}) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  const job = await runScript(page, "hostile", prints, { artifacts: { paths: ["out/"] } });
  const log = await openLog(page, job);
  // A link is a button that shows its target, unless its target could run something.
  await expect(log.getByRole("button", { name: "good", exact: true })).toBeVisible();
  await expect(log.getByText(/^evil /)).toBeVisible();
  await expect(log.getByRole("button", { name: "evil" })).toHaveCount(0);
  await expect(log.getByText("\ufffd\ufffdbytes", { exact: true })).toBeVisible();
  const piece = (text: string) => log.getByText(text, { exact: true });
  await expect(piece("strong")).toHaveCSS("font-weight", "700");
  await expect(piece("strong")).toHaveCSS("font-style", "italic");
  await expect(piece("strong")).toHaveCSS("text-decoration-line", "underline");
  await expect(piece("back")).toHaveCSS("background-color", "rgb(0, 0, 255)");
  const colours = await Promise.all(
    ["cube", "true", "green"].map((text) => piece(text).evaluate((one) => getComputedStyle(one).color)),
  );
  const ink = await log.evaluate((one) => getComputedStyle(one).color);
  expect(new Set([...colours, ink]).size).toBe(4);
  // Of a progress bar only the last state is shown, and of the sections how long they took.
  await expect(piece("state 100")).toBeVisible();
  await expect(log.getByText("state 50")).toHaveCount(0);
  const section = log.locator("[data-row]").filter({
    has: page.getByRole("button", { name: "Section Executing the script" }),
  });
  await expect(section).toContainText(/Executing the script[\d.]+ (s|ms)$/);

  await page.keyboard.press("/");
  await page.keyboard.type("(a+)+$");
  await page.getByRole("button", { name: "Regular expression" }).click();
  const count = page.getByRole("search", { name: "In the log" }).getByRole("status");
  await expect(count).toHaveText("The pattern takes too long. Use a simpler one.", { timeout: 30_000 });
  expect(await count.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1);
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 500) failed.push(response.url());
  });
  await page.getByRole("searchbox", { name: "Find in log" }).fill("state 100");
  await expect(count).toHaveText("1 of 1");
  expect(failed).toEqual([]);

  await page.goto(projectPath(beacon, `jobs/${job.id}/artifacts`));
  const tree = page.getByRole("tree", { name: "Files" });
  await expect(tree.getByRole("treeitem", { name: "<img src=x onerror=alert(1)>.txt" })).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: "--rf" })).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: "link" })).toHaveCount(0);
  expect(dialogs).toEqual([]);
});
