import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { recordRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { searchPalette } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

const findHeading = async (name: string) =>
  (await screen.findAllByRole("heading", { level: 1, name }))[0] as HTMLElement;
const findMain = async () => within(await screen.findByRole("navigation", { name: "Main" }));

it("the palette opens projects and runs actions", async () => {
  const { user } = app;
  await app.open("/");
  let palette = await searchPalette(app, "");
  await expectAccessible();
  await searchPalette(app, "@leila");
  expect(await palette.findAllByRole("option", { name: /Leila ?Haddad/ })).toHaveLength(1);
  await searchPalette(app, "harbor");
  const [found] = await palette.findAllByRole("option", { name: /harbor$/ });
  await user.click(found as HTMLElement);
  expect(await findHeading("Harbor")).toBeVisible();
  // A project's mark has one colour everywhere.
  const hueOf = (element: Element | undefined) =>
    element
      ?.querySelector("[style*='--hue']")
      ?.getAttribute("style")
      ?.match(/--hue:\s*\d+/)?.[0];
  const main = await findMain();
  await user.click(main.getByRole("link", { name: "Home" }));
  const hue = hueOf(await main.findByRole("link", { name: "Harbor" }));
  expect(hue).toMatch(/\d/);
  palette = await searchPalette(app, ":harbor");
  const [option] = await palette.findAllByRole("option", { name: /harbor$/ });
  expect(hueOf(option)).toBe(hue);
  await user.keyboard("{Enter}");
  expect(await findHeading("Harbor")).toBeVisible();
  // In a project its branches and tags are below the people.
  palette = await searchPalette(app, "@ma");
  expect(await palette.findByRole("option", { name: "main" })).toBeVisible();
  await searchPalette(app, "@leila");
  await palette.findByRole("option", { name: /Leila ?Haddad/ });
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Leila Haddad" })).toBeVisible();
});

it("offers a search over all of the service for what was typed", async () => {
  const { user } = app;
  await app.open("/a/local/projects");
  const palette = await searchPalette(app, "berth");
  await user.click(await palette.findByRole("option", { name: /Search everywhere for “berth”/ }));
  expect(await findHeading("Search")).toBeVisible();
  expect(app.address).toBe("/a/local/search?q=berth");
});

it("GitLab's own paths open their page, or say what Helve does not have", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern"));
  // The README has the same heading.
  expect(await findHeading("Lantern")).toBeVisible();
  const open = async (text: string) => {
    const palette = await searchPalette(app, text);
    await palette.findAllByRole("option");
    await user.keyboard("{Enter}");
  };
  await open("/-/merge_requests/new");
  expect(await screen.findByRole("dialog", { name: /New merge request/ })).toBeVisible();
  await user.keyboard("{Escape}");
  await open("fjord/lantern/-/commits/main");
  expect(await screen.findByRole("heading", { level: 1, name: "Commits" })).toBeVisible();
  const palette = await searchPalette(app, "/-/feature_flags/3");
  expect(await palette.findByRole("option", { name: /Helve has no page for “feature flags”/ })).toBeVisible();
  await user.keyboard("{Escape}");
  // The same paths after the app's own origin.
  await app.open("/fjord/lantern/-/tags");
  expect(await screen.findByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  await app.reload();
  expect(await screen.findByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  for (const address of [projectPath("fjord/lantern", "merge_requests/nine"), "/a/local/snippets/seven"]) {
    await app.open(address);
    expect(await screen.findByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  }
  // Only an existing project has links of its own in the navigation.
  await app.open(projectPath("fjord/nowhere", "branches"));
  expect(await screen.findByRole("heading", { name: "Project not found" })).toBeVisible();
  const main = await findMain();
  expect(main.getByRole("link", { name: "Projects" })).toBeVisible();
  expect(main.queryByRole("link", { name: "Branches" })).toBeNull();
  // Any page of a project makes it a recent one.
  await app.open(projectPath("fjord/handbook", "tags"));
  await user.click(main.getByRole("link", { name: "Home" }));
  const recent = within(await main.findByRole("region", { name: /Recent projects/ }));
  await waitFor(() => expect(recent.getAllByRole("link")[0]).toHaveTextContent("Handbook"));
});

it("a view that is left while its field has the focus gives it to the next one", async () => {
  const { user } = app;
  for (const [command, title] of [
    [">branches", "Branches"],
    [">home", "Home"],
  ] as const) {
    await app.open(`${projectPath("fjord/lantern", "search")}?q=berth`);
    await waitFor(() => expect(document.activeElement?.matches("#main input")).toBe(true));
    const palette = await searchPalette(app, command);
    await palette.findAllByRole("option", { name: new RegExp(title) });
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  }
});

it("finds merge requests by title and number, commits by subject and hash, and what was opened last first", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern"));
  expect(await findHeading("Lantern")).toBeVisible();
  let palette = await searchPalette(app, "spanish");
  expect(await palette.findByRole("option", { name: /Say it in ?Spanish.*!29/ })).toBeVisible();
  await searchPalette(app, "!27");
  expect(await palette.findByRole("option", { name: /Plan who lies at which berth.*!27/ })).toBeVisible();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(app.address).toMatch(/\/merge_requests\/27/));
  await screen.findByText("Plan who lies at which berth", { selector: "h1, h1 *" });
  await app.open(projectPath("fjord/lantern", "commits"));
  const [commit] = await screen.findAllByRole("link", { name: /Start planning berths/ });
  const sha = /commits\/([0-9a-f]{40})/.exec(commit?.getAttribute("href") ?? "")?.[1] ?? "";
  expect(sha).toHaveLength(40);
  palette = await searchPalette(app, "");
  // It was opened a moment ago.
  const [first] = await palette.findAllByRole("option");
  expect(first).toHaveTextContent("Plan who lies at which berth");
  await searchPalette(app, "start planning");
  expect(await palette.findByRole("option", { name: /Start planning ?berths/ })).toBeVisible();
  await searchPalette(app, sha.slice(0, 10));
  const found = await palette.findByRole("option", { name: /Start planning berths/ });
  expect(found).toHaveTextContent(sha.slice(0, 8));
  await expectAccessible();
  await user.keyboard("{Escape}");
  // From another project its merge requests are found too, with its name.
  await app.open(projectPath("fjord/handbook"));
  palette = await searchPalette(app, "spanish");
  expect(await palette.findByRole("option", { name: /Say it in ?Spanish.*fjord\/lantern!29/ })).toBeVisible();
});

it("finds issues by title and number, and those that were opened last first", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern"));
  let palette = await searchPalette(app, "flickers");
  expect(await palette.findByRole("option", { name: /The wall ?flickers ?at noon.*#1/ })).toBeVisible();
  await searchPalette(app, "#1");
  await palette.findByRole("option", { name: /The wall flickers at noon.*#1/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(app.address).toMatch(/\/issues\/1$/));
  await screen.findByText("The wall flickers at noon", { selector: "h1, h1 *" });
  // From another project it is found too, with the name of its own.
  await app.open(projectPath("fjord/handbook"));
  palette = await searchPalette(app, "");
  expect((await palette.findAllByRole("option"))[0]).toHaveTextContent("The wall flickers at noon");
  await searchPalette(app, "#flickers");
  expect(await palette.findByRole("option", { name: /wall ?flickers.*fjord\/lantern#1/ })).toBeVisible();
});

it("finds merge requests of all projects by their author", async () => {
  const asked = recordRequests(/\/merge_requests\?.*author_id=/);
  await app.open("/");
  const palette = await searchPalette(app, "!mateo");
  const [option] = await palette.findAllByRole("option", { name: /fjord\/\w+!\d+/ });
  expect(option).toBeVisible();
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
});

it("offers the search in files where nothing matches", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern"));
  const palette = await searchPalette(app, "zzqq berth");
  const option = await palette.findByRole("option", { name: /Search in files of lantern/ });
  expect(palette.getAllByRole("option")).toHaveLength(2);
  expect(palette.getByRole("option", { name: /Search everywhere/ })).toBeVisible();
  expect(option).toHaveTextContent("zzqq berth");
  expect(palette.getByText("No matches")).toBeVisible();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(app.address).toMatch(/\/search\?q=zzqq/));
});

it("does not find letters that are scattered over words", async () => {
  await app.open("/");
  const palette = await searchPalette(app, ">lant");
  await waitFor(() => expect(palette.queryByText(/CI of all accounts/)).toBeNull());
});
