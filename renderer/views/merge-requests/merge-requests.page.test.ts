import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { undoDiscard } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

describe("merge requests", () => {
  const app = appForTests();
  const second = secondServiceForTests();

  const listNamed = async (name: string) => within(await screen.findByRole("list", { name }));
  const press = async (name: string | RegExp) => app.user.click(await screen.findByRole("button", { name }));
  const choose = async (role: "option" | "menuitem", name: string | RegExp) =>
    app.user.click(await screen.findByRole(role, { name }));
  /** The field is a combobox while it completes people. */
  const query = () =>
    screen.queryByRole("combobox", { name: "Query" }) ?? screen.getByRole("searchbox", { name: "Query" });

  it("merge requests are listed and filtered by chips, by a query, and by saved searches", async () => {
    const { user } = app;
    await app.open(projectPath("fjord/lantern", "merge_requests"));
    const list = () => listNamed("Merge requests");
    expect(await (await list()).findByRole("link", { name: /Plan who lies at which berth/ })).toBeVisible();
    expect((await (await list()).findAllByText("needs review"))[0]).toBeVisible();
    // Its colour.
    await waitFor(async () => {
      const [label] = (await list()).getAllByTitle("needs review");
      expect(label?.querySelector("[style]")).toHaveAttribute("style", expect.stringMatching(/background/));
    });
    await expectAccessible();
    // The numbers of the states add up to that of all.
    const states = within(screen.getByRole("group", { name: "State" }));
    expect(await states.findByRole("button", { name: /^All\s*\d/ })).toBeVisible();
    await waitFor(() => {
      const counts = states
        .getAllByRole("button")
        .map(({ textContent }) => Number(/\d+$/.exec(textContent)?.[0]));
      expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0) - (counts.at(-1) ?? 0)).toBe(0);
    });
    await user.click(states.getByRole("button", { name: /^Merged/ }));
    await waitFor(() => expect(app.address).toMatch(/q=state%3Amerged/));
    expect((await (await list()).findAllByRole("img", { name: "Merged" }))[0]).toBeVisible();
    await press("Author");
    await fill(app.user, await screen.findByRole("combobox", { name: "Author" }), "Mateo");
    await choose("option", /Mateo Fuentes/);
    expect((await screen.findByText("@mateo", { selector: "strong" })).parentElement).toHaveTextContent(
      "author: @mateo",
    );
    const completed = (value: string) =>
      document.querySelector(`datalist option[value=${JSON.stringify(value)}]`);
    await fill(app.user, query(), "label:bug author:@mat");
    await waitFor(() => expect(completed("label:bug author:@mateo ")).toHaveTextContent("Mateo Fuentes"));
    await fill(app.user, query(), "reviewer:@lei");
    await waitFor(() => expect(completed("reviewer:@leila ")).toHaveTextContent("Leila Haddad"));
    await press("Reviewer");
    await fill(app.user, await screen.findByRole("combobox", { name: "Reviewer" }), "Any");
    await choose("option", "Any");
    await waitFor(() => expect(app.address).toMatch(/reviewer%3AAny/));
    await fill(app.user, query(), "label:bug draft:no wall");
    await user.keyboard("{Enter}");
    expect(await (await list()).findByRole("link", { name: /Make the wall as wide as it is/ })).toBeVisible();
    await press(/^Saved/);
    await choose("menuitem", /^Save this search/);
    const dialog = within(await screen.findByRole("dialog"));
    await fill(app.user, dialog.getByRole("textbox", { name: "Name" }), "Walls");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await press("Clear");
    await press(/^Saved/);
    await choose("menuitem", /^Walls/);
    await waitFor(() => expect(query()).toHaveValue("label:bug draft:no wall"));
    await fill(app.user, query(), "lable:bug wall");
    await user.keyboard("{Enter}");
    expect((await screen.findByText("lable:", { selector: "code" })).parentElement).toHaveTextContent(
      "lable: is not a filter, so it is searched as text.",
    );
    await fill(app.user, query(), "nothing has this title");
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { name: "No matching merge requests" })).toBeVisible();
  });

  it("merge requests of the whole account and of a group are listed", async () => {
    await app.open("/a/local/merge_requests");
    const all = await listNamed("Merge requests");
    expect((await all.findAllByTitle(/^fjord\/lantern!\d+$/))[0]).toBeVisible();
    await app.open(`/a/local/groups/${encodeURIComponent("fjord/platform")}/merge_requests`);
    expect(await (await listNamed("Merge requests")).findByTitle(/toolbox!1$/)).toBeVisible();
    await expectAccessible();
  });

  it("merge requests of all accounts are listed together", async () => {
    const { user } = app;
    await addAccount(app, second, "Far harbour");
    await app.open("/merge_requests");
    const far = () => listNamed(`merge requests of @helve on ${new URL(second.url).host}`);
    const near = () => listNamed("merge requests of @helve on this computer");
    expect((await (await far()).findAllByRole("listitem"))[0]).toBeVisible();
    expect((await (await near()).findAllByRole("listitem"))[0]).toBeVisible();
    await expectAccessible();
    await fill(app.user, query(), "Spanish");
    await user.keyboard("{Enter}");
    await waitFor(async () => expect((await far()).getAllByRole("listitem")).toHaveLength(1));
    expect(app.address).toMatch(/q=Spanish/);
    await user.click(screen.getByRole("radio", { name: "Merged" }));
    expect((await screen.findAllByText("No matching merge requests"))[0]).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Open" }));
    await user.click(await (await far()).findByRole("link", { name: /Spanish/ }));
    await waitFor(() => expect(screen.getAllByRole("heading", { level: 1 })[0]).toHaveTextContent("Spanish"));
  });
});

describe("new merge request", () => {
  const app = appForTests();
  const handbook = "fjord/handbook";
  const unique = () => Math.random().toString(36).slice(2, 8);

  it("a merge request is created, edited, estimated, approved and merged", async () => {
    const { user } = app;
    const branch = `feature/created-${unique()}`;
    await app.callProject(handbook, "POST", "/repository/commits", {
      branch,
      start_branch: "main",
      commit_message: `Say more (${branch})`,
      actions: [{ action: "create", file_path: `${branch}.md`, content: "# More\n" }],
    });
    await app.open(projectPath(handbook, "merge_requests"));
    const open = async () => {
      const [button] = await screen.findAllByRole("button", { name: "New merge request" });
      await user.click(button as HTMLElement);
      return within(await screen.findByRole("dialog", { name: "New merge request" }));
    };
    const description = "Description (Markdown supported)";
    let dialog = await open();
    await user.click(await dialog.findByRole("button", { name: /^Source branch/ }));
    await fill(app.user, await screen.findByRole("combobox", { name: "Source branch" }), branch);
    await user.click(await screen.findByRole("option", { name: new RegExp(branch) }));
    await waitFor(() =>
      expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue(`Say more (${branch})`),
    );
    for (const label of ["Source branch", "Target branch"]) expect(dialog.getByText(label)).toBeVisible();
    await expectAccessible();
    await user.click(await dialog.findByRole("radio", { name: "1 changed file" }));
    await waitFor(() =>
      expect(dialog.getByRole("region", { name: `Changes from main to ${branch}` })).toHaveTextContent(
        "# More",
      ),
    );
    const label = `from the form ${unique()}`;
    await user.click(dialog.getByRole("button", { name: "Edit labels" }));
    await fill(app.user, await screen.findByRole("combobox", { name: "Labels of the merge request" }), label);
    await user.click(await screen.findByRole("option", { name: `Create "${label}"` }));
    await user.keyboard("{Escape}");
    expect(await dialog.findByText(label)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Edit assignees" }));
    await fill(app.user, await screen.findByRole("combobox", { name: "People to assign" }), "Tomasz");
    await waitFor(() => expect(screen.getAllByRole("option", { name: /Tomasz/ })).toHaveLength(1));
    await user.keyboard("{Enter}");
    await user.keyboard("{Escape}");
    expect(await dialog.findByText(/Tomasz/)).toBeVisible();
    await fill(app.user, dialog.getByRole("textbox", { name: description }), "Because **more** is more.");
    await user.click(dialog.getByRole("button", { name: "Discard" }));
    await undoDiscard(user, "merge request draft");
    dialog = await open();
    expect(await dialog.findByRole("textbox", { name: description })).toHaveValue(
      "Because **more** is more.",
    );
    await user.click(dialog.getByRole("button", { name: "Create merge request" }));
    expect(
      await screen.findByRole("heading", { level: 1, name: new RegExp(`Say more \\(${branch}\\)`) }),
    ).toBeVisible();
    const details = within(await screen.findByRole("complementary", { name: "Details" }));
    const section = async (name: string) => within(await details.findByRole("region", { name }));
    expect(await (await section("Labels")).findByText(label)).toBeVisible();
    expect(await (await section("Assignees")).findByText(/Tomasz/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Estimate" }));
    const estimate = await screen.findByRole("textbox", { name: "Estimate" });
    await fill(app.user, estimate, "1x");
    expect(await screen.findByText(/Use a format like 1mo 2w 3d 4h 5m 6s/)).toBeVisible();
    await fill(app.user, estimate, "1d 2h");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Nothing spent of 1d 2h")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Approve" }));
    expect(await screen.findByText(/^Approved by/)).toBeVisible();
    await expectAccessible();
    await user.click(await screen.findByRole("button", { name: "Merge" }));
    const state = within(await screen.findByRole("region", { name: "State" }));
    expect(await state.findByText(/Merged by/)).toBeVisible();
  });
});
