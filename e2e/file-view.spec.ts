import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { expectPageZoom } from "./fixtures/expect-in-page.ts";
import { goTo } from "./fixtures/go-to.ts";
import { makePdf, makeWav } from "./fixtures/small-files.ts";
import { expect, test } from "./fixtures/test.ts";

const unique = () => Math.random().toString(36).slice(2, 8);

test("an image is zoomed by keys and set beside its previous version", async ({ page }) => {
  await page.goto(`${projectPath("atlas/tides", "files")}?path=${encodeURIComponent("figures/level.png")}`);
  const stage = page.getByRole("region", { name: "Image" });
  // The last commit, as for texts.
  const bar = page.getByRole("toolbar", { name: "Image" });
  await expect(bar.getByText(/^.+: .+ · .+ ago$/)).toBeVisible();
  await expect(bar.getByRole("link")).toHaveAttribute("href", /\/commits\/[0-9a-f]{40}/);
  await stage.focus();
  await stage.hover();
  await expectPageZoom(page);
  await expect(page.getByText("Fit", { exact: true })).toBeVisible();
  await page.keyboard.press("+");
  await expect(page.getByText("200 %")).toBeVisible();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const versions = page.getByRole("listbox", { name: "Previous versions" });
  await versions.getByRole("option").first().click();
  const compared = page.getByRole("region", { name: "Compared" });
  await expect(compared.getByRole("img")).toHaveCount(2);
  await compared.getByRole("radio", { name: "Swipe" }).click();
  await expect(compared.getByRole("slider", { name: "Where the images meet" })).toBeVisible();
  // It is where the image was: below the tools, and over no other pane.
  const [tools, images] = [await bar.boundingBox(), await compared.boundingBox()];
  expect(images?.x).toBe(tools?.x);
  expect(images?.y).toBeGreaterThanOrEqual((tools?.y ?? 0) + (tools?.height ?? 0));
});

test("blame shows who changed each line last, and leads to the commit", async ({ page }) => {
  await page.goto(
    `${projectPath("fjord/lantern", "files")}?path=${encodeURIComponent("src/features/crew.ts")}&blame=1#L3`,
  );
  const blame = page.getByRole("button", { name: "Blame", exact: true, pressed: true });
  await blame.click();
  await expect(page).toHaveURL(/crew\.ts#L3$/);
  await page.getByRole("button", { name: "Blame", exact: true, pressed: false }).click();
  await expect(page).toHaveURL(/crew\.ts&blame=1#L3$/);
  await expect(page.getByText(/^Line 3, /).getByRole("link")).toHaveAttribute(
    "href",
    /commits\/[0-9a-f]{40}/,
  );
  // Brackets have no colours of their own.
  await expect(page.locator('.view-lines [class*="bracket-highlighting"]')).toHaveCount(0);
  // Beside the numbers the age of the line as a colour.
  const margin = page.locator(".monaco-editor .margin");
  await expect(margin.locator('[class*="age"]').first()).toBeAttached();
  // Numbers end in one column, beside one of 170 pixels that has who, as a link to the commit, and what they said.
  const column = page.getByRole("group", { name: "Blame" });
  await expect(column.getByRole("link", { name: /^鈴木 由紀, / }).first()).toBeVisible();
  const tooLong = (numbers: Element[]) =>
    numbers.filter((each) => each.scrollWidth > each.clientWidth).length;
  expect(await margin.locator(".line-numbers").evaluateAll(tooLong)).toBe(0);
  expect((await column.boundingBox())?.width).toBe(170);
  const hunk = column.getByRole("link").first();
  const said = (await hunk.getAttribute("aria-label")) ?? "";
  await hunk.hover();
  const card = page.getByRole("tooltip");
  await expect(card).toContainText(said.slice(said.indexOf(": ") + 2));
  await expect(card).toContainText(/[0-9a-f]{8}/);
  await hunk.click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(said.slice(said.indexOf(": ") + 2));
});

test("symbols of a file are listed and opened, its lines commented and linked", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
  const path = `symbols/${unique()}.ts`;
  await commitAsAnotherClient(sampleCallsOf(page), "fjord/handbook", {
    [path]: "export class Tide {\n  height() {\n    return 3;\n  }\n}\n\nexport function ebb() {}\n",
  });
  await page.goto(`${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(path)}`);
  await expect(page.getByRole("button", { name: "Symbols" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+o");
  const symbols = page.getByRole("dialog", { name: "Go to symbol" });
  await expect(symbols.getByRole("option").first()).toBeVisible();
  await expect(symbols.getByRole("status")).toHaveText("3 symbols");
  const second = symbols.getByRole("option").nth(1);
  const line = /line (\d+)/.exec((await second.textContent()) ?? "")?.[1];
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(symbols).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`#L${line}$`));
  // A permalink names the commit, not the branch.
  await page.keyboard.press("y");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(new RegExp(`ref=[0-9a-f]{40}&path=.+\\.ts#L${line}$`));
  const permalink = await copied();
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: `Comment on line ${line}` });
  await expect(form.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await page.keyboard.press("Escape");
  // Without selected lines the key is of the line with the cursor, as the menu is.
  await goTo(page, `${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(path)}`);
  await page.locator(".view-lines .view-line").filter({ hasText: "height" }).click();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Comment on line 2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator(".view-lines .view-line").filter({ hasText: "Tide" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Comment on line 1" }).click();
  await page.getByRole("dialog", { name: "Comment on line 1" }).getByRole("textbox").fill("Which tide?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText(/^Comment added to commit [0-9a-f]{8}$/)).toBeVisible();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  const comments = page.getByRole("region", { name: "Comments" });
  await expect(comments.getByText("Which tide?").first()).toBeVisible();
  await comments
    .getByRole("link", { name: `${path}:1`, exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/#L1$/);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.insertText(permalink);
  await page.getByRole("option", { name: /^Open this link in Helve/ }).click();
  await expect(page).toHaveURL(permalink);
});

test("a text is read in the encoding that the user chooses", async ({ page }) => {
  const path = `encoded/${unique()}.txt`;
  // "Море" in Windows-1251.
  const empty = `encoded/${unique()}-empty.txt`;
  await commitAsAnotherClient(sampleCallsOf(page), "fjord/handbook", {
    [path]: Buffer.from([0xcc, 0xee, 0xf0, 0xe5, 10]),
    [empty]: "",
  });
  await page.goto(`${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(path)}`);
  const encoding = page.getByRole("combobox", { name: "Encoding" });
  const editor = page.locator(".monaco-editor");
  await expect(encoding).toContainText("Cyrillic (Windows)");
  await expect(editor.getByText("Море")).toBeVisible();
  await encoding.click();
  await page.getByRole("option", { name: "Latin-1" }).click();
  await expect(editor.getByText("Ìîðå")).toBeVisible();
  await expect(page.getByText("1 line", { exact: true })).toBeVisible();
  await goTo(page, `${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(empty)}`);
  await expect(page.getByText("Empty file", { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+ lines?$/)).toHaveCount(0);
});

const project = "fjord/handbook";
const folder = () => `viewers-${Math.random().toString(36).slice(2, 8)}`;
const file = (path: string) => `${projectPath(project, "files")}?path=${encodeURIComponent(path)}`;

test("binaries are shown as their bytes, media play, and a pointer as its text", async ({ page }) => {
  const at = folder();
  await commitAsAnotherClient(sampleCallsOf(page), project, {
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
  await commitAsAnotherClient(sampleCallsOf(page), project, {
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
  await commitAsAnotherClient(sampleCallsOf(page), project, {
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
  await commitAsAnotherClient(sampleCallsOf(page), project, {
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
