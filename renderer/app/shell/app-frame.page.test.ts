import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, describe, expect, it } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { writeDraft } from "../../testing/page/drafts.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

describe("app frame", () => {
  const app = appForTests();
  const findHeading = async (name: string) =>
    (await screen.findAllByRole("heading", { level: 1, name }))[0] as HTMLElement;

  it("an address of a missing account says so, and marks nothing of another account", async () => {
    await app.open("/a/none/projects");
    expect(await screen.findByRole("heading", { name: "Account not found", level: 1 })).toBeVisible();
    const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumbs" })).getAllByRole("listitem");
    expect(crumbs.map(({ textContent }) => textContent)).toEqual(["Account not found"]);
    expect(screen.getByRole("tab", { name: "Account not found" })).toBeVisible();
    const projects = screen.getByRole("link", { name: "Projects" });
    expect(projects).toBeVisible();
    expect(projects).not.toHaveAttribute("aria-current");
  });

  it("views have addresses, tabs and a way back", async () => {
    const { user } = app;
    await app.open(projectPath("fjord/lantern"));
    expect(await findHeading("Lantern")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Commits" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Commits" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(await findHeading("Lantern")).toBeVisible();
    await app.reload();
    expect(await findHeading("Lantern")).toBeVisible();
    await user.keyboard("{Alt>}t{/Alt}");
    await waitFor(() => expect(screen.getAllByRole("tab").length).toBeGreaterThan(1));
  });

  it("the settings lead to accounts", async () => {
    await app.open("/");
    expect(await screen.findByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    // Accounts and the API reference are reached from the settings.
    const apart = { name: /^(Accounts|API reference)$/ };
    const main = within(screen.getByRole("navigation", { name: "Main" }));
    expect(main.queryByRole("link", apart)).toBeNull();
    await app.user.click(screen.getByRole("link", { name: "Settings" }));
    const settings = await screen.findByRole("navigation", { name: "Settings" });
    expect(app.address).toMatch(/settings\/appearance/);
    const links = within(settings).getAllByRole("link", apart);
    expect(links.map(({ textContent }) => textContent?.trim())).toEqual(["Accounts"]);
    expect(screen.getByRole("heading", { level: 1, name: "Appearance" })).toBeVisible();
    // What is said of a theme is of the chosen one.
    const themes = within(screen.getByRole("radiogroup", { name: "Theme" }));
    for (const [theme, text] of [
      ["Dark", "Dark, whatever your system has."],
      ["System", "Follows your system theme."],
    ] as const) {
      await app.user.click(themes.getByRole("radio", { name: theme }));
      expect(await screen.findByText(text)).toBeVisible();
    }
  });
});

describe("banner", () => {
  const app = appForTests();
  const repositoryOf = repositoriesOfTests(afterEach);
  const moved = { name: "Moved on disk" };

  it("of two banners only the more important one is shown, until it is gone", async () => {
    const repository = repositoryOf("banners");
    const path = await openFolder(app, repository.folder);
    await app.open(`${path}/files?ref=main`);
    repository.commit("moved.txt", "moved\n", "Move the branch");
    const moves = await screen.findByRole("status", moved);
    const end = interceptRequests(/^(?!GET).* \/-\/documents\//, () => {
      throw new TypeError("The disk is full");
    });
    const project = decodeURIComponent(path.split("/").at(-1) ?? "");
    await writeDraft(project, "main", "README.md", "typed\n");
    expect(await screen.findByText(/not saved yet/)).toBeVisible();
    await waitFor(() => expect(moves).not.toBeInTheDocument());
    end();
    expect(await screen.findByRole("status", moved, { timeout: 60_000 })).toBeVisible();
    expect(await screen.findByText("Draft saved")).toBeVisible();
  });
});
