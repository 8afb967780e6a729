import type { Page } from "@playwright/test";
import { callProject } from "./fixtures/call-project.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

/** A 1 × 1 picture. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const write = (page: Page, project: string, title: string, content: string, format = "markdown") =>
  callProject(page, project, "POST", "/wikis", { title, content, format });

const wikiPage = (slug: string, view = "") => `wiki/${encodeURIComponent(slug)}${view ? `/${view}` : ""}`;

test("a wiki is begun, written and read with the keyboard alone", async ({ page }) => {
  const project = "atlas/tides";
  await page.goto(projectPath(project));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await expect(page.getByRole("heading", { name: "No wiki yet" })).toBeVisible();
  await expectAccessible(page);
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

test("pages of every format are read, followed and searched", async ({ page }) => {
  const project = "fjord/platform/toolbox";
  const steps = Array.from({ length: 12 }, (_, i) => `## Step ${i}\n\n${"Turn the lamp. ".repeat(60)}`).join(
    "\n\n",
  );
  await write(
    page,
    project,
    "home",
    "# Harbour\n\n[[The manual|ops/Manual]] and [nothing](Not yet)\n".replace("Not yet", "Not-yet"),
  );
  await write(
    page,
    project,
    "ops/Manual",
    `---\nowner: Ada\n---\n\n# Manual\n\n[Rota](./Rota) [Log](/ops/Log)\n\n$x^2$\n\n${steps}`,
  );
  await write(page, project, "ops/Rota", "= Rota\n\n* Ada\n* Grace\n", "rdoc");
  await write(
    page,
    project,
    "ops/Log",
    "= Log\n\n== Night\n\nxref:home.adoc[Home], a *beacon*\n\n++++\n<img src=x onerror=\"document.title='hacked'\">\n++++\n",
    "asciidoc",
  );
  await page.goto(projectPath(project, "wiki"));
  const tree = page.getByRole("tree", { name: "Pages" });
  await page.getByRole("link", { name: "The manual" }).click();
  await expect(page.getByRole("heading", { name: "Manual", level: 1 }).first()).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: "Manual", selected: true })).toBeVisible();
  await expect(page.getByRole("table", { name: "Front matter" })).toContainText("Ada");
  await expectAccessible(page);
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Step 9" }).click();
  await expect(page).toHaveURL(/#step-9$/);
  await expect(page.getByRole("heading", { name: "Step 9" })).toBeInViewport();
  await expect(contents.getByRole("link", { name: "Step 9" })).toHaveAttribute("aria-current", "location");

  await goTo(page, projectPath(project, "wiki/ops/Manual"));
  await page.getByRole("link", { name: "Rota" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Grace" })).toBeVisible();
  await tree.focus();
  await page.keyboard.type("log");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByText("beacon", { exact: true })).toHaveCSS(
    "font-weight",
    /[67]00/,
  );
  expect(await page.title()).not.toBe("hacked");
  await page
    .getByRole("region", { name: "Text of Log" })
    .getByRole("link", { name: "Home", exact: true })
    .click();
  await page.getByRole("link", { name: "nothing" }).click();
  await expect(page.getByRole("textbox", { name: /^Title/ })).toHaveValue("Not yet");

  await page.getByRole("button", { name: "Search wiki pages" }).click();
  await page.getByRole("searchbox", { name: "Search titles and texts" }).fill("beacon night");
  const hits = page.getByRole("listbox", { name: "Matching pages" });
  await expect(hits.getByRole("option")).toHaveCount(1);
  await expect(hits.locator("mark").filter({ hasText: "beacon" })).toBeVisible();
  await expect(hits.getByRole("option")).toContainText("Log · Night · xref:home.adoc[Home], a beacon");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Log", level: 1 }).first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter pages" }).fill("rot");
  await expect(tree.getByRole("treeitem")).toHaveCount(2);
});

test("an edit has a draft, accepts pasted pictures and merges other people's changes", async ({ page }) => {
  const project = "fjord/beacon";
  await write(page, project, "Keeper", "one\n\ntwo\n\nthree\n");
  await page.goto(projectPath(project, wikiPage("Keeper", "edit")));
  const text = page.getByRole("textbox", { name: "Text of the page" });
  await text.fill("ONE\n\ntwo\n\nthree\n");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(text).toHaveValue("ONE\n\ntwo\n\nthree\n");
  await expect(page.getByRole("treeitem", { name: /Keeper.*Unsaved changes/ })).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Continue editing" }).click();
  await text.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  // The placeholder of a failed upload stays until a retry.
  let refused = false;
  await page.route("**/wikis/attachments", (route) => {
    if (refused) return route.continue();
    refused = true;
    return route.abort();
  });
  await text.evaluate((area, data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "lamp room.png", { type: "image/png" }));
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, pixel);
  await expect(text).toHaveValue(/\[Uploading lamp room\.png…\]/);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(text).toHaveValue(/!\[lamp_room\]\(uploads\/[0-9a-f]+\/lamp_room\.png\)/);
  await expectAccessible(page);

  // Another line changed meanwhile: both changes are merged.
  await callProject(page, project, "PUT", "/wikis/Keeper", { content: "one\n\ntwo\n\nTHREE\n" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Both changes are in it.", { exact: false }).first()).toBeVisible();
  await expect(page.getByText("ONE", { exact: true })).toBeVisible();
  await expect(page.getByText("THREE", { exact: true })).toBeVisible();
  const picture = page.getByRole("img", { name: "lamp_room" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);

  // The same line changed meanwhile: the reader chooses.
  await page.getByRole("link", { name: "Edit" }).click();
  await text.fill("mine\n");
  await callProject(page, project, "PUT", "/wikis/Keeper", { content: "theirs\n" });
  await text.press("ControlOrMeta+s");
  const conflict = page.getByRole("region", { name: "Conflict" });
  await expect(conflict.getByRole("heading", { name: "Someone else changed the same lines" })).toBeVisible();
  await expectAccessible(page);
  await conflict.getByRole("radio", { name: "Both" }).click();
  await conflict.getByRole("button", { name: "Use result" }).click();
  await expect(text).toHaveValue("mine\ntheirs\n");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("region", { name: "Text of Keeper" }).getByText("mine theirs")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Keeper" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions.first()).toContainText("Current");
  await versions
    .first()
    .getByRole("link", { name: /^Changes/ })
    .click();
  await expect(page.getByText("Changes of version")).toBeVisible();
  await expect(page.getByText("theirs").first()).toBeVisible();

  // The page is deleted meanwhile: the text becomes a new page.
  await page.goto(projectPath(project, wikiPage("Keeper", "edit")));
  await text.fill("still mine\n");
  await page.evaluate(() =>
    fetch("/-/accounts/local/operations/projects/fjord%2Fbeacon/wikis/Keeper", { method: "DELETE" }),
  );
  await text.press("ControlOrMeta+s");
  await page.getByRole("button", { name: "Make a new page of my text" }).click();
  await page.getByRole("button", { name: "Create page" }).click();
  await expect(page.getByRole("region", { name: "Text of Keeper" })).toContainText("still mine");
});

test("a page is moved to a folder, deleted and restored", async ({ page }) => {
  const project = "fjord/beacon";
  await write(page, project, "Chart", "Depths");
  await page.goto(projectPath(project, wikiPage("Chart")));
  await page.getByRole("button", { name: "Actions for Chart" }).click();
  await page.getByRole("menuitem", { name: "Rename or move…" }).click();
  await page.getByRole("textbox", { name: /^Title/ }).fill("sea/Deep chart");
  await expect(page.getByText("Moves to sea/Deep-chart")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { name: "Deep chart", level: 1 })).toBeVisible();
  await expect(page.getByRole("treeitem", { name: "Deep chart" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Deep chart" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Deep chart", level: 1 })).toBeVisible();
  await expect(page.getByText("Depths")).toBeVisible();

  // A title that is taken is not overwritten.
  await goTo(page, projectPath(project, "wiki/new?title=sea/deep+chart"));
  await page.getByRole("textbox", { name: "Text of the page" }).fill("Other depths");
  await page.getByRole("button", { name: "Create page" }).click();
  await expect(page.getByRole("heading", { name: "A page with this title already exists" })).toBeVisible();
  await page.getByRole("button", { name: "Add my text to that page" }).click();
  await expect(page.getByRole("textbox", { name: "Text of the page" })).toHaveValue("Depths\n\nOther depths");
});
