import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { commitFiles } from "./fixtures/commit-files.ts";
import { goTo } from "./fixtures/go-to.ts";
import { makePdf, makeWav } from "./fixtures/small-files.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const folder = () => `viewers-${Math.random().toString(36).slice(2, 8)}`;
const file = (path: string) => `${projectPath(project, "files")}?path=${encodeURIComponent(path)}`;

test("binaries are shown as their bytes, media play, and a pointer as its text", async ({ page }) => {
  const at = folder();
  await commitFiles(page, project, {
    [`${at}/raw.bin`]: Buffer.from(Array.from({ length: 4_000 }, (_, i) => i & 255)),
    [`${at}/silence.wav`]: makeWav(),
    [`${at}/photo.png`]: `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 7340032\n`,
  });
  await page.goto(file(`${at}/raw.bin`));
  const rows = page.getByRole("list", { name: "Bytes of raw.bin" });
  await expect(rows.getByText("00000010")).toBeVisible();
  await page.getByRole("textbox", { name: "Go to offset" }).fill("f00");
  await page.getByRole("textbox", { name: "Go to offset" }).press("Enter");
  await expect(rows.getByText("00000f00")).toBeInViewport();
  // Rows before the offset are still there.
  await page.getByRole("region", { name: "raw.bin, bytes" }).press("Home");
  await expect(rows.getByText("00000010")).toBeInViewport();
  await goTo(page, file(`${at}/silence.wav`));
  await expect(page.getByLabel("silence.wav", { exact: true }).and(page.locator("audio"))).toBeVisible();
  await goTo(page, file(`${at}/photo.png`));
  await page.getByRole("button", { name: "Show the pointer" }).click();
  await expect(page.getByText("git-lfs.github.com/spec/v1").first()).toBeVisible();
});

test("a document is read page by page and searched, and a font is set in several sizes", async ({ page }) => {
  const at = folder();
  const font = createRequire(import.meta.url).resolve("katex/dist/fonts/KaTeX_Main-Regular.woff2");
  await commitFiles(page, project, {
    [`${at}/report.pdf`]: makePdf(),
    [`${at}/letters.woff2`]: readFileSync(font),
  });
  await page.goto(file(`${at}/report.pdf`));
  await expect(page.getByText("of 2 pages")).toBeVisible();
  const first = page.getByRole("article", { name: "Page 1 of 2" });
  await expect(first.getByText("First page")).toBeVisible();
  await first.getByText("First page").dblclick();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/First|page/);
  const number = page.getByRole("textbox", { name: "Page" });
  await number.fill("3");
  await expect(page.getByText("Page not found")).toBeVisible();
  await number.fill("2");
  await number.press("Enter");
  await expect(page.getByRole("article", { name: "Page 2 of 2" }).getByText("Second page")).toBeInViewport();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page.getByText("150 %")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+f");
  const find = page.getByRole("search", { name: "Find in document" });
  await expect(find.getByRole("searchbox", { name: "Find in document" })).toBeFocused();
  await page.keyboard.type("PAGE");
  await expect(find.getByRole("status")).toHaveText("1 of 2");
  await page.keyboard.press("Enter");
  await expect(find.getByRole("status")).toHaveText("2 of 2");
  const marked = () => page.evaluate(() => [...(CSS.highlights.get("pdf-current-match") ?? [])].map(String));
  await expect.poll(marked).toEqual(["page"]);
  await find.getByRole("searchbox", { name: "Find in document" }).fill("first  page");
  await expect(find.getByRole("status")).toHaveText("1 of 1");
  await expect(first.getByText("First page")).toBeInViewport();
  await expect.poll(marked).toEqual(["First page"]);
  await page.keyboard.press("Escape");
  await expect(find).toHaveCount(0);
  await expect.poll(marked).toEqual([]);
  await expect(page.getByRole("region", { name: "Pages of report.pdf" })).toBeFocused();
  await goTo(page, file(`${at}/letters.woff2`));
  const specimen = page.getByRole("region", { name: "Specimen of letters.woff2" });
  await specimen.getByRole("textbox", { name: "Sample text" }).fill("Tide tables");
  await expect(specimen.getByText("Tide tables")).toHaveCount(6);
});

test("a table and a notebook too long for the editor are drawn", async ({ page }) => {
  const at = folder();
  const line = "harbour,12.5,calm sea and a light wind from the west\n";
  const cells = Array.from({ length: 400 }, (_, i) => ({
    cell_type: "code",
    execution_count: i,
    metadata: {},
    source: `level(${i})`,
    outputs: [
      {
        output_type: "execute_result",
        execution_count: i,
        metadata: {},
        data: {
          "text/html": [
            `<style>td { color: red }</style>\n\n<table><tr><th>tide</th></tr>\n\n<tr><td>${i}</td></tr></table>`,
          ],
          "text/plain": ["x".repeat(6_000)],
        },
      },
    ],
  }));
  await commitFiles(page, project, {
    [`${at}/log.csv`]: `place,level,words\n${line.repeat(50_000)}`,
    [`${at}/long.ipynb`]: JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }),
  });
  await page.goto(file(`${at}/log.csv`));
  await expect(page.getByText("50,000 rows, 3 columns")).toBeVisible();
  await page.getByRole("region", { name: "Table log.csv" }).press("End");
  await expect(page.getByRole("listitem").filter({ hasText: "50000" })).toBeInViewport();
  await goTo(page, file(`${at}/long.ipynb`));
  const notebook = page.getByRole("list", { name: "Cells of long.ipynb" });
  await expect(notebook.getByRole("cell", { name: "0", exact: true })).toBeVisible();
  await expect(notebook.getByText("color: red")).toHaveCount(0);
  expect(await notebook.getByRole("listitem").count()).toBeLessThan(60);
  await notebook.press("End");
  await expect(notebook.getByText("level(399)")).toBeInViewport();
});

test("formulas and diagrams are drawn in Markdown", async ({ page }) => {
  const at = folder();
  await commitFiles(page, project, {
    [`${at}/tide.md`]:
      "# Tide\n\nThe height is $h = a \\cos(\\omega t)$, from $5 to $6 an hour.\n\n```math\n\\int_0^1 x\\,dx\n```\n\n```mermaid\ngraph LR\n  Low --> High\n```\n\n```mermaid\nnonsense !!\n```\n",
  });
  await page.goto(file(`${at}/tide.md`));
  await expect(page.getByRole("math").first()).toBeAttached();
  await expect(page.getByText("from $5 to $6 an hour")).toBeVisible();
  await expect(page.getByRole("img", { name: "Diagram" })).toBeVisible();
  await expect(page.getByText("The diagram could not be rendered")).toBeVisible();
  await page.getByRole("button", { name: "Show the source" }).click();
  await expect(page.getByText("Low --> High")).toBeVisible();
});
