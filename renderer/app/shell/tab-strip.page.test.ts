import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill, searchPalette } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const tabs = () => screen.getAllByRole("tab");
const active = () => screen.getByRole("tab", { selected: true });
const isPreview = (tab: HTMLElement) => tab.title.includes("Preview");
const findHeading = (name: string) => screen.findByRole("heading", { level: 1, name });
const openMenuOf = (tab: HTMLElement) => app.user.pointer({ keys: "[MouseRight]", target: tab });
const follow = async (link: string, heading = link) => {
  const project = within(await screen.findByRole("region", { name: "fjord/lantern" }));
  await app.user.click(project.getByRole("link", { name: link }));
  await findHeading(heading);
};

beforeEach(async () => {
  // Other tests of the app have left theirs.
  await app.open("/a/local/projects");
  await findHeading("Projects");
  await app.user.keyboard("{Alt>}t{/Alt}");
  await findHeading("Home");
  await app.open(projectPath("fjord/lantern", "branches"));
  await findHeading("Branches");
  await openMenuOf(active());
  const others = await screen.findByRole("menuitem", { name: "Close others" });
  await app.user.click(others);
  await waitFor(() => expect(tabs()).toHaveLength(1));
});

it("what was only looked at is replaced by what is opened next, until it is kept", async () => {
  const { user } = app;
  await follow("Tags");
  expect(tabs()).toHaveLength(1);
  // A double click keeps it: the next page is a preview beside it, which the one after that replaces.
  await user.dblClick(active());
  await waitFor(() => expect(isPreview(active())).toBe(false));
  await follow("Compare");
  expect(tabs()).toHaveLength(2);
  expect(isPreview(active())).toBe(true);
  await expectAccessible();
  await follow("Commits");
  expect(tabs()).toHaveLength(2);
  expect(active()).toHaveTextContent(/^Commits/);
  // Back leads through both.
  for (const name of ["Compare", "Tags"]) {
    await user.click(screen.getByRole("button", { name: "Back" }));
    await findHeading(name);
  }
  expect(tabs()).toHaveLength(2);
  expect(active()).toHaveTextContent(/^Tags/);
  expect(isPreview(active())).toBe(false);
});

it("a preview is kept by its menu, by writing in it, and by opening in a new tab", async () => {
  const { user } = app;
  await follow("Tags");
  await openMenuOf(active());
  await user.click(await screen.findByRole("menuitem", { name: "Keep open" }));
  await waitFor(() => expect(isPreview(active())).toBe(false));
  await openMenuOf(active());
  await screen.findByRole("menuitem", { name: "Close others" });
  expect(screen.queryByRole("menuitem", { name: "Keep open" })).toBeNull();
  await user.keyboard("{Escape}");

  await follow("Branches");
  expect(isPreview(active())).toBe(true);
  await app.open(projectPath("fjord/lantern", "issues/1"));
  expect(tabs()).toHaveLength(2);
  await fill(user, await screen.findByRole("textbox", { name: "Comment" }), "A thought");
  await waitFor(() => expect(isPreview(active())).toBe(false));
  await user.clear(screen.getByRole("textbox", { name: "Comment" }));

  const project = within(await screen.findByRole("region", { name: "fjord/lantern" }));
  await user.keyboard("{Control>}");
  await user.click(project.getByRole("link", { name: "Merge requests" }));
  await user.keyboard("{/Control}");
  await waitFor(() => expect(tabs()).toHaveLength(3));
  expect(tabs().filter(isPreview)).toHaveLength(0);
});

it("a merge request has one tab, whose name begins with its title", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern", "merge_requests/1"));
  const name = / !1 · lantern$/;
  await waitFor(() => expect(active()).toHaveAccessibleName(name));
  await user.dblClick(active());
  await waitFor(() => expect(isPreview(active())).toBe(false));
  await user.keyboard("gb");
  await findHeading("Branches");
  expect(tabs()).toHaveLength(2);
  const palette = await searchPalette(app, "/-/merge_requests/1");
  await palette.findAllByRole("option");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(active()).toHaveAccessibleName(name));
  expect(tabs()).toHaveLength(2);
});

it("closed tabs are opened again, the last one first", async () => {
  const { user } = app;
  await user.dblClick(active());
  await follow("Tags");
  await user.keyboard("{Alt>}w{/Alt}");
  await findHeading("Branches");
  expect(tabs()).toHaveLength(1);
  await user.keyboard("{Control>}{Shift>}T{/Shift}{/Control}");
  await findHeading("Tags");
  expect(tabs().map(({ textContent }) => textContent)).toEqual(["Branches · lantern", "Tags · lantern"]);
  await user.keyboard("{Alt>}w{/Alt}{Alt>}w{/Alt}");
  await findHeading("Home");
  await user.keyboard("{Alt>}{Shift>}T{/Shift}{/Alt}");
  await findHeading("Branches");
});
