import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

const write = (project: string, title: string, content: string, format = "markdown") =>
  app.callProject(project, "POST", "/wikis", { title, content, format });

const wikiPage = (slug: string, view = "") => `wiki/${encodeURIComponent(slug)}${view ? `/${view}` : ""}`;
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const text = () => screen.findByRole("textbox", { name: "Text of the page" });

it("pages of every format are read, followed and filtered", async () => {
  const { user } = app;
  const project = "fjord/platform/toolbox";
  await write(project, "home", "# Harbour\n\n[[The manual|ops/Manual]] and [nothing](Not-yet)\n");
  await write(
    project,
    "ops/Manual",
    "---\nowner: Ada\n---\n\n# Manual\n\n[Rota](./Rota) [Log](/ops/Log)\n\n$x^2$",
  );
  await write(project, "ops/Rota", "= Rota\n\n* Ada\n* Grace\n", "rdoc");
  await write(project, "ops/Log", "= Log\n\n== Night\n\nxref:home.adoc[Home], a *beacon*\n", "asciidoc");
  await app.open(projectPath(project, "wiki"));
  const tree = await screen.findByRole("tree", { name: "Pages" });
  await user.click(await screen.findByRole("link", { name: "The manual" }));
  await waitFor(() => expect(screen.getAllByRole("heading", { name: "Manual", level: 1 })[0]).toBeVisible());
  expect(await within(tree).findByRole("treeitem", { name: "Manual", selected: true })).toBeVisible();
  expect(await screen.findByRole("table", { name: "Front matter" })).toHaveTextContent("Ada");
  await expectAccessible();

  await app.open(projectPath(project, "wiki/ops/Manual"));
  await user.click(await screen.findByRole("link", { name: "Rota" }));
  expect((await screen.findByText("Grace")).closest("li")).toBeVisible();
  tree.focus();
  await user.keyboard("log{Enter}");
  expect(await within(screen.getByRole("main")).findByText("beacon")).toBeVisible();
  const log = within(screen.getByRole("region", { name: "Text of Log" }));
  await user.click(await log.findByRole("link", { name: "Home" }));
  await user.click(await screen.findByRole("link", { name: "nothing" }));
  expect(await screen.findByRole("textbox", { name: /^Title/ })).toHaveValue("Not yet");

  await fill(user, screen.getByRole("searchbox", { name: "Filter pages" }), "rot");
  await waitFor(() =>
    expect(within(screen.getByRole("tree", { name: "Pages" })).getAllByRole("treeitem")).toHaveLength(2),
  );
});

it("an edit has a draft and merges other people's changes", async () => {
  const { user } = app;
  const project = "fjord/beacon";
  const title = "Keeper of the light";
  const slug = "Keeper-of-the-light";
  const save = () => user.keyboard("{Control>}s{/Control}");
  const shown = () => screen.findByRole("region", { name: `Text of ${title}` });
  await write(project, title, "one\n\ntwo\n\nthree\n");
  await app.open(projectPath(project, wikiPage(slug, "edit")));
  await fill(user, await text(), "ONE\n\ntwo\n\nthree\n");
  expect(await screen.findByText("Draft saved")).toBeVisible();
  await app.reload();
  const reloaded = await text();
  await waitFor(() => expect(reloaded).toHaveValue("ONE\n\ntwo\n\nthree\n"));
  expect(
    await screen.findByRole("treeitem", { name: new RegExp(`${title}.*Unsaved changes`) }),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await user.click(await screen.findByRole("link", { name: "Continue editing" }));
  expect(await text()).toHaveValue("ONE\n\ntwo\n\nthree\n");

  // Another line changed meanwhile: both changes are merged.
  await app.callProject(project, "PUT", `/wikis/${slug}`, { content: "one\n\ntwo\n\nTHREE\n" });
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  expect((await screen.findAllByText(/Both changes are in it\./))[0]).toBeVisible();
  expect(await within(await shown()).findByText("ONE")).toBeVisible();
  expect(within(await shown()).getByText("THREE")).toBeVisible();

  // The same line changed meanwhile: the reader chooses.
  await user.click(screen.getByRole("link", { name: "Edit" }));
  await fill(user, await text(), "mine\n");
  await app.callProject(project, "PUT", `/wikis/${slug}`, { content: "theirs\n" });
  await save();
  const conflict = within(await screen.findByRole("region", { name: "Conflict" }));
  expect(await conflict.findByRole("heading", { name: "Someone else changed the same lines" })).toBeVisible();
  await expectAccessible();
  await user.click(conflict.getByRole("radio", { name: "Both" }));
  await user.click(conflict.getByRole("button", { name: "Use result" }));
  const merged = await text();
  await waitFor(() => expect(merged).toHaveValue("mine\ntheirs\n"));
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(async () => expect(await shown()).toHaveTextContent("mine theirs"));
  await user.click(screen.getByRole("button", { name: `Actions for ${title}` }));
  await user.click(await screen.findByRole("menuitem", { name: "History" }));
  const versions = within(await screen.findByRole("list", { name: "Versions" }));
  const [newest] = await versions.findAllByRole("listitem");
  expect(newest).toHaveTextContent("Current");
  await user.click(within(newest as HTMLElement).getByRole("link", { name: /^Changes/ }));
  expect(await screen.findByText(/Changes of version/)).toBeVisible();
  expect((await screen.findAllByText(/theirs/))[0]).toBeVisible();

  // The page is deleted meanwhile: the text becomes a new page.
  await app.open(projectPath(project, wikiPage(slug, "edit")));
  await fill(user, await text(), "still mine\n");
  await app.callProject(project, "DELETE", `/wikis/${slug}`);
  await save();
  await user.click(await screen.findByRole("button", { name: "Make a new page of my text" }));
  await user.click(await screen.findByRole("button", { name: "Create page" }));
  await waitFor(async () => expect(await shown()).toHaveTextContent("still mine"));
});

it("a page is moved to a folder, deleted and restored", async () => {
  const { user } = app;
  const project = "fjord/beacon";
  const choose = async (page: string, action: string) => {
    await user.click(await screen.findByRole("button", { name: `Actions for ${page}` }));
    await user.click(await screen.findByRole("menuitem", { name: action }));
  };
  await write(project, "Chart", "Depths");
  await app.open(projectPath(project, wikiPage("Chart")));
  await choose("Chart", "Rename or move…");
  await fill(user, await screen.findByRole("textbox", { name: /^Title/ }), "sea/Deep chart");
  await waitFor(() => expect(screen.getByRole("main")).toHaveTextContent("Moves to sea/Deep-chart"));
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await heading("Deep chart")).toBeVisible();
  expect(await screen.findByRole("treeitem", { name: "Deep chart" })).toBeVisible();
  await choose("Deep chart", "Delete");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await heading("Deep chart")).toBeVisible();
  expect(await screen.findByText("Depths")).toBeVisible();

  // A title that is taken is not overwritten.
  await app.open(projectPath(project, "wiki/new?title=sea/deep+chart"));
  await fill(user, await text(), "Other depths");
  await user.click(screen.getByRole("button", { name: "Create page" }));
  expect(await screen.findByRole("heading", { name: "A page with this title already exists" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add my text to that page" }));
  const both = await text();
  await waitFor(() => expect(both).toHaveValue("Depths\n\nOther depths"));
});

it("a task of a page becomes a draft, and the preview beside it changes the draft further", async () => {
  const { user } = app;
  const project = "fjord/beacon";
  await write(project, "Rounds", "---\nby: Ada\n---\n\n- [ ] lamp\n- [ ] horn\n");
  await app.open(projectPath(project, wikiPage("Rounds")));
  const page = within(await screen.findByRole("region", { name: "Text of Rounds" }));
  await user.click((await page.findAllByRole("checkbox", { name: "not done" }))[0] as HTMLElement);
  const head = "---\nby: Ada\n---\n\n";
  await waitFor(async () => expect(await text()).toHaveValue(`${head}- [x] lamp\n- [ ] horn\n`));
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  await user.click(await preview.findByRole("checkbox", { name: "not done" }));
  await waitFor(async () => expect(await text()).toHaveValue(`${head}- [x] lamp\n- [x] horn\n`));
  await user.click(screen.getByRole("button", { name: "Discard" }));
});
