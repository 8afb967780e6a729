import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const findMain = async () => within(await screen.findByRole("navigation", { name: "Main" }));
const findProject = async (path: string) =>
  within(await (await findMain()).findByRole("region", { name: path }));
const namesOf = (all: readonly HTMLElement[]) => all.map(({ textContent }) => textContent?.trim());

it("a project's pages are in groups, of which that of the page is open, and nothing is there twice", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern", "branches"));
  const project = await findProject("fjord/lantern");
  const links = () => namesOf(project.getAllByRole("link"));
  expect(links()).toEqual([
    "Pending changes",
    "Overview",
    "Files",
    "Search in files",
    "Commits",
    "Branches",
    "Tags",
    "Compare",
    "Contributors",
    "Merge requests",
  ]);
  expect(project.getByRole("link", { name: "Branches" })).toHaveAttribute("aria-current", "page");
  await expectAccessible();

  // Opened by hand it stays open, and so does what was open then.
  await user.click(project.getByRole("button", { name: "Build" }));
  const build = ["Pipelines", "Schedules", "Environments", "Releases", "Runners"];
  expect(links()).toEqual(expect.arrayContaining(["Branches", ...build]));
  await user.click(project.getByRole("link", { name: "Pipelines" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Pipelines" })).toBeVisible();
  expect(links()).toEqual(expect.arrayContaining(["Branches", ...build]));
  await user.click(project.getByRole("button", { name: "Code" }));
  expect(links()).toEqual(["Pending changes", "Merge requests", ...build]);
  await app.reload();
  const again = await findProject("fjord/lantern");
  expect(namesOf(again.getAllByRole("link"))).toEqual(["Pending changes", "Merge requests", ...build]);

  // The page's own group may be closed; it is open again with the next page of it.
  await user.click(again.getByRole("button", { name: "Build" }));
  expect(namesOf(again.getAllByRole("link"))).toEqual(["Pending changes", "Merge requests"]);
  await app.open(projectPath("fjord/lantern", "wiki"));
  expect(again.getByRole("button", { name: "Plan" })).toHaveAttribute("aria-expanded", "true");
  expect(namesOf(again.getAllByRole("link"))).toEqual([
    "Pending changes",
    "Merge requests",
    "Issues",
    "Board",
    "Labels",
    "Milestones",
    "Wiki",
    "Snippets",
  ]);
  await app.open(projectPath("fjord/lantern", "pipelines"));
  await waitFor(() => expect(again.getByRole("link", { name: "Pipelines" })).toBeVisible());
});

it("a project has no link to what is switched off in it, but to the page that is shown", async () => {
  interceptRequests(/\/operations\/projects\/fjord%2Fhandbook$/, async (send) => {
    const response = await send();
    const body = { ...(await response.json()), wiki_enabled: false, jobs_enabled: false };
    return new Response(JSON.stringify(body), { headers: response.headers });
  });
  await app.open(projectPath("fjord/handbook", "wiki"));
  const project = await findProject("fjord/handbook");
  const names = () => namesOf(project.getAllByRole("link"));
  await app.user.click(project.getByRole("button", { name: "Build" }));
  await waitFor(() => expect(names()).not.toContain("Pipelines"));
  expect(names()).toContain("Releases");
  expect(names()).toContain("Wiki");
  await app.open(projectPath("fjord/handbook", "snippets"));
  await waitFor(() => expect(names()).not.toContain("Wiki"));
});

it("the rail stays beside a folded sidebar; its places have names, and arrow keys lead through them", async () => {
  const { user } = app;
  await app.open("/a/local/projects");
  const main = await findMain();
  const places = ["Home", "Projects", "Groups", "Merge requests", "Issues", "CI", "Runners", "Snippets"];
  for (const name of [...places, "Admin", "Settings"]) expect(main.getByRole("link", { name })).toBeVisible();
  expect(main.getByRole("link", { name: "Projects" })).toHaveAttribute("aria-current", "page");
  main.getByRole("link", { name: "Home" }).focus();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(main.getByRole("link", { name: "Groups" })).toHaveFocus();
  expect(await screen.findByRole("tooltip", { name: "Groups" })).toBeVisible();
  await user.keyboard("{End}");
  expect(main.getByRole("link", { name: "Settings" })).toHaveFocus();
  await user.keyboard("{ArrowUp}");
  expect(main.getByRole("link", { name: "Admin" })).toHaveFocus();
  expect(main.getByRole("button", { name: /Switch account/ })).toHaveAccessibleName(
    /@helve\. Switch account$/,
  );

  await user.keyboard("{Control>}b{/Control}");
  await waitFor(() => expect(screen.queryByRole("separator", { name: "Resize Sidebar" })).toBeNull());
  expect(main.getByRole("link", { name: "Home" })).toBeVisible();
  await expectAccessible();
  await user.keyboard("{Control>}b{/Control}");
  expect(await screen.findByRole("separator", { name: "Resize Sidebar" })).toBeVisible();
});

it("the project's name opens a menu of the projects that were visited", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/handbook"));
  await screen.findAllByRole("heading", { level: 1, name: "Handbook" });
  await app.open(projectPath("fjord/lantern"));
  const project = await findProject("fjord/lantern");
  await user.click(await project.findByRole("button", { name: /Switch project/ }));
  await user.click(await screen.findByRole("menuitem", { name: /^Handbook/ }));
  expect(await findProject("fjord/handbook")).toBeDefined();
});
