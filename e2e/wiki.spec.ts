import type { Locator, Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { callProject, postToService } from "./fixtures/call-project.ts";
import { addAccount, startOtherService } from "./fixtures/other-service.ts";
import { expect, test } from "./fixtures/test.ts";

/** A 1 × 1 picture. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const write = (page: Page, project: string, title: string, content: string, format = "markdown") =>
  callProject(page, project, "POST", "/wikis", { title, content, format });

const wikiPage = (slug: string, view = "") => `wiki/${encodeURIComponent(slug)}${view ? `/${view}` : ""}`;

test("a wiki is begun, written and read with the keyboard alone", { tag: "@smoke" }, async ({ page }) => {
  const project = "atlas/tides";
  await page.goto(projectPath(project));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await expect(page.getByRole("heading", { name: "No wiki yet" })).toBeVisible();
  await page.getByRole("button", { name: "Create the home page" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /^Title/ })).toHaveValue("home");
  const text = page.getByRole("textbox", { name: "Text of the page" });
  await text.focus();
  await page.keyboard.type("# Welcome\n\n");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.type("bright");
  await expect(page.getByRole("region", { name: "Preview" }).getByText("bright")).toHaveCSS(
    "font-weight",
    /[67]00/,
  );
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("heading", { name: "home", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.keyboard.press("e");
  await text.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\n\nSee [[ho");
  await expect(page.getByRole("option", { name: /home/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(text).toHaveValue("# Welcome\n\n**bright**\n\nSee [[home]] ");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("link", { name: "home", exact: true })).toBeVisible();
});

test("the contents of a page lead to its headings, and what it embeds does not run", async ({ page }) => {
  const project = "fjord/platform/toolbox";
  const steps = Array.from({ length: 12 }, (_, i) => `## Step ${i}\n\n${"Turn the lamp. ".repeat(60)}`);
  await write(
    page,
    project,
    "guide/Manual",
    `# Manual\n\n[Log](/guide/Log)\n\n$x^2$\n\n${steps.join("\n\n")}`,
  );
  await write(
    page,
    project,
    "guide/Log",
    "= Log\n\n== Night\n\nxref:home.adoc[Home], a *beacon*\n\n++++\n<img src=x onerror=\"document.title='hacked'\">\n++++\n",
    "asciidoc",
  );
  await page.goto(projectPath(project, "wiki/guide/Manual"));
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Step 9" }).click();
  await expect(page).toHaveURL(/#step-9$/);
  await expect(page.getByRole("heading", { name: "Step 9" })).toBeInViewport();
  await expect(contents.getByRole("link", { name: "Step 9" })).toHaveAttribute("aria-current", "location");

  await page.getByRole("tree", { name: "Pages" }).focus();
  await page.keyboard.type("log");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByText("beacon", { exact: true })).toHaveCSS(
    "font-weight",
    /[67]00/,
  );
  expect(await page.title()).not.toBe("hacked");

  await page.getByRole("button", { name: "Search wiki pages" }).click();
  await page.getByRole("searchbox", { name: "Search titles and texts" }).fill("beacon night");
  const hits = page.getByRole("listbox", { name: "Matching pages" });
  await expect(hits.getByRole("option")).toHaveCount(1);
  await expect(hits.locator("mark").filter({ hasText: "beacon" })).toBeVisible();
  await expect(hits.getByRole("option")).toContainText("Log · Night · xref:home.adoc[Home], a beacon");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Log", level: 1 }).first()).toBeVisible();
});

test("a pasted picture is uploaded again after a failure, and is shown", async ({ page }) => {
  const project = "fjord/beacon";
  await write(page, project, "Lamp room", "one\n");
  await page.goto(projectPath(project, wikiPage("Lamp-room", "edit")));
  const text = page.getByRole("textbox", { name: "Text of the page" });
  await text.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  // The placeholder of a failed upload stays until a retry.
  let refused = false;
  await page.route("**/wikis/attachments", (route) => {
    if (refused) return route.continue();
    refused = true;
    return route.abort();
  });
  await pasteImage(text, "lamp room.png");
  await expect(text).toHaveValue(/\[Uploading lamp room\.png…\]/);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(text).toHaveValue(/!\[lamp_room\]\(uploads\/[0-9a-f]+\/lamp_room\.png\)/);
  await page.getByRole("button", { name: "Save changes" }).click();
  const picture = page.getByRole("img", { name: "lamp_room" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
});

test("an image that was just attached to a wiki elsewhere is shown, which services send to browsers alone", async ({
  page,
  app,
}) => {
  const service = await startOtherService(true);
  try {
    await postToService(service, "fjord/lantern", "/wikis", { title: "Quay", content: "one\n" });
    const account = await addAccount(page, app.origin, service, "Far wiki");
    const address = projectPath("fjord/lantern", wikiPage("Quay", "edit"));
    await page.goto(address.replace("/a/local/", `/a/${account}/`));
    const text = page.getByRole("textbox", { name: "Text of the page" });
    await pasteImage(text, "quay.png");
    await expect(text).toHaveValue(/!\[quay\]\(uploads\/[0-9a-f]+\/quay\.png\)/);
    const picture = page.getByRole("region", { name: "Preview" }).getByRole("img", { name: "quay" });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  } finally {
    await service.stop();
  }
});

/** Pastes a picture of one pixel into the text of a page. */
const pasteImage = (text: Locator, name: string) =>
  text.evaluate(
    (area, [data, file]) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], file, { type: "image/png" }));
      area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [pixel, name] as const,
  );
