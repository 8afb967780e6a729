import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

describe("projects", () => {
  const app = appForTests();

  const findProject = (name: RegExp) =>
    waitFor(() => within(screen.getByRole("list", { name: "Projects" })).getByRole("link", { name }));

  it("lists, searches and filters projects", async () => {
    await app.open("/a/local/projects");
    const [first] = await within(await screen.findByRole("list", { name: "Projects" })).findAllByRole(
      "listitem",
    );
    expect(first).toBeVisible();
    await expectAccessible();
    const search = (text: string) =>
      fill(app.user, screen.getByRole("searchbox", { name: "Search projects" }), text);
    await search("tool");
    const toolbox = await findProject(/Toolbox/);
    expect(toolbox).toBeVisible();
    await search("tid");
    expect(await findProject(/Tides/)).toBeVisible();
    await waitFor(() => expect(toolbox).not.toBeInTheDocument());
    await waitFor(() => expect(app.address).toMatch(/search=tid/));
    await search("no such project");
    expect(await screen.findByRole("heading", { name: "No matching projects" })).toBeVisible();
  });

  it("shows groups as a tree with their projects", async () => {
    await app.open("/a/local/projects");
    const findGroup = (name: string) =>
      waitFor(() =>
        within(screen.getByRole("navigation", { name: "Groups" })).getByRole("treeitem", { name }),
      );
    await app.user.click(await findGroup("Fjord"));
    // The view of a group has a tree of its own.
    expect(await screen.findByRole("heading", { level: 1, name: "Fjord" })).toBeVisible();
    await app.user.click(await findGroup("Platform"));
    expect(await screen.findByRole("heading", { level: 1, name: "Fjord / Platform" })).toBeVisible();
    expect(await findProject(/Harbor/)).toBeVisible();
    await expectAccessible();
  });

  it("offers clone addresses to copy, and has a pinned project in the sidebar", async () => {
    const { user } = app;
    await app.open(projectPath("fjord/lantern"));
    await user.click(await screen.findByRole("button", { name: "Clone" }));
    // Not its first button, whose tooltip would open with it.
    const dialog = await screen.findByRole("dialog", { name: "Clone" });
    await waitFor(() => expect(dialog).toHaveFocus());
    expect((await within(dialog).findAllByText(/fjord\/lantern\.git$/))[0]).toBeVisible();
    await user.keyboard("{Escape}");
    const pinned = () => screen.queryByRole("region", { name: /^Pinned projects/ });
    const findInPinned = async (name: string) =>
      within(await screen.findByRole("region", { name: /^Pinned projects/ })).findByRole("button", { name });
    await user.click(await screen.findByRole("button", { name: "Pin this project" }));
    // The sidebar has the pinned projects where it has no project's pages.
    await user.click(screen.getByRole("link", { name: "Projects" }));
    const unpin = await findInPinned("Unpin Lantern");
    expect(within(pinned() as HTMLElement).getByText("Lantern")).toBeVisible();
    // The button goes to the other list with its project, and keeps the focus.
    unpin.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(pinned()).toBeNull());
    const recent = within(screen.getByRole("region", { name: /^Recent projects/ }));
    await waitFor(() => expect(recent.getByRole("button", { name: "Pin Lantern" })).toHaveFocus());
    await user.keyboard("{Enter}");
    const again = await findInPinned("Unpin Lantern");
    await waitFor(() => expect(again).toHaveFocus());
    await user.click(within(pinned() as HTMLElement).getByRole("link", { name: "Lantern" }));
    await screen.findByRole("button", { name: "Unpin this project" });
    await user.click(screen.getByRole("button", { name: "Unpin this project" }));
    await user.click(screen.getByRole("link", { name: "Projects" }));
    expect(await screen.findByRole("region", { name: /^Recent projects/ })).toBeVisible();
    await waitFor(() => expect(pinned()).toBeNull());
  });

  it("shows how to begin an empty project", async () => {
    const blank = "atlas/blank";
    // Current services name the branch that the first commit will make.
    interceptRequests(/\/operations\/projects\/atlas%2Fblank\?/, async (send) => {
      const response = await send();
      return withJson(response, { ...(await response.json()), default_branch: "main", empty_repo: true });
    });
    await app.open(projectPath(blank));
    expect(await screen.findByRole("heading", { name: "The repository is empty" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Latest commits" })).toBeNull();
    await expectAccessible();
    await app.open(`${projectPath(blank, "search")}?q=lamp`);
    expect(await screen.findByRole("heading", { name: "No files to search" })).toBeVisible();
    // Its other views offer to create the first file, and have no other enabled primary action.
    for (const [view, title] of [
      ["branches", "No branches yet"],
      ["tags", "No tags yet"],
      ["commits", "No commits yet"],
      ["compare", "Nothing to compare yet"],
      ["contributors", "No contributors yet"],
      ["releases", "No releases yet"],
      ["merge_requests", "No merge requests yet"],
      ["pipelines", "No pipelines yet"],
    ] as const) {
      await app.open(projectPath(blank, view));
      const main = within(screen.getByRole("main"));
      expect(await main.findByRole("heading", { name: title })).toBeVisible();
      expect(main.getByRole("link", { name: "Create the first file" })).toBeVisible();
      for (const action of main.queryAllByRole("button", { name: /^(New|Run|Delete merged)/ }))
        expect(action.matches(":disabled, [aria-disabled=true]")).toBe(true);
    }
    await app.open(projectPath(blank, "wiki"));
    expect(await screen.findByRole("button", { name: "Create the home page" })).toBeVisible();
  });
});

describe("all project fields", () => {
  const app = appForTests();

  it("a project's details list every field of the service", async () => {
    const { user } = app;
    await app.open(projectPath("fjord/handbook"));
    await user.click(await screen.findByRole("button", { name: "Details" }));
    const about = within(await screen.findByRole("complementary", { name: "About this project" }));
    const expectRegion = async (name: string, text: string) =>
      waitFor(() => expect(about.getByRole("region", { name })).toHaveTextContent(text));
    await expectRegion("Merging", "Merge commit");
    await expectRegion("Merging", "Pipelines must succeed");
    await expectRegion("Storage", "Commits");
    await expectRegion("Shared with groups", "Atlas Data");
    await expectRegion("Custom attributes", "audience");
    const runners = within(await about.findByRole("region", { name: "Runners" }));
    expect(runners.getByRole("code")).toHaveTextContent(/^•{12}$/);
    await user.click(runners.getByRole("button", { name: "Show the registration token" }));
    await waitFor(() => expect(runners.getByRole("code")).not.toHaveTextContent("••••••••••••"));
    await expectAccessible();
  });
});
