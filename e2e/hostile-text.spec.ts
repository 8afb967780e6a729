import { commitFiles } from "./fixtures/commit-files.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const file = (path: string) => `${projectPath(project, "files")}?path=${encodeURIComponent(path)}`;

test("a document that would take for ever is shown as text, and others are drawn after it", async ({
  page,
}) => {
  await commitFiles(page, project, {
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
  await commitFiles(page, project, {
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
  await commitFiles(page, project, {
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
