import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { undoDiscard, untilStored } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill, press } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

const lantern = "fjord/lantern";
const unique = () => Math.random().toString(36).slice(2, 8);

describe("issues", () => {
  const app = appForTests();
  const second = secondServiceForTests();

  const listNamed = async (name: string) => within(await screen.findByRole("list", { name }));
  const list = () => listNamed("Issues");
  const click = async (name: string | RegExp) => app.user.click(await screen.findByRole("button", { name }));
  const choose = async (role: "option" | "menuitem", name: string | RegExp) =>
    app.user.click(await screen.findByRole(role, { name }));
  /** The field is a combobox while it completes people. */
  const query = () =>
    screen.queryByRole("combobox", { name: "Query" }) ?? screen.getByRole("searchbox", { name: "Query" });
  const make = (fields: object) => app.callProject<{ iid: number }>(lantern, "POST", "/issues", fields);

  it("are listed and filtered by chips, by a query, and by saved searches", async () => {
    const { user } = app;
    const words = unique();
    await app.open(projectPath(lantern));
    await make({ title: `Oil the hinge ${words}`, labels: "bug", due_date: "2020-02-03" });
    await make({ title: `Whisper ${words}`, confidential: true });
    await app.open(projectPath(lantern, "issues"));
    const row = async (name: string | RegExp) =>
      (await (await list()).findByRole("link", { name })).closest<HTMLElement>('[role="listitem"]');
    const oil = within((await row(/^Oil the hinge/)) as HTMLElement);
    expect(oil.getByRole("img", { name: "Overdue since 2020-02-03" })).toBeVisible();
    expect(oil.getByTitle("bug")).toBeVisible();
    const whisper = within((await row(/^Whisper/)) as HTMLElement);
    expect(whisper.getByRole("img", { name: "Confidential" })).toBeVisible();
    await expectAccessible();
    await fill(user, query(), `is:confidential ${words}`);
    await user.keyboard("{Enter}");
    await waitFor(async () => expect((await list()).getAllByRole("listitem")).toHaveLength(1));
    await click(/^Saved/);
    await choose("menuitem", /^Save this search/);
    const dialog = within(await screen.findByRole("dialog"));
    await fill(user, dialog.getByRole("textbox", { name: "Name" }), "Secrets");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await click("Clear");
    await fill(user, query(), `no:label ${words}`);
    await user.keyboard("{Enter}");
    await waitFor(async () => expect((await list()).queryByRole("link", { name: /^Oil/ })).toBeNull());
    expect((await list()).getByRole("link", { name: /^Whisper/ })).toBeVisible();
    await click("Remove no label");
    await click("Label");
    await choose("option", "bug");
    await waitFor(() => expect(app.address).toMatch(/label%3Abug/));
    expect(await (await list()).findByRole("link", { name: /^Oil/ })).toBeVisible();
    await click(/^Saved/);
    await choose("menuitem", /^Secrets/);
    await waitFor(() => expect(query()).toHaveValue(`is:confidential ${words}`));
    const states = within(screen.getByRole("group", { name: "State" }));
    await user.click(states.getByRole("button", { name: /^Closed/ }));
    expect(await screen.findByRole("heading", { name: "No matching issues" })).toBeVisible();
  });

  it("of an account, of a group and of all accounts are listed", async () => {
    const { user } = app;
    await app.open("/a/local/issues");
    expect(await (await list()).findByRole("link", { name: "The wall flickers at noon" })).toBeVisible();
    expect((await (await list()).findAllByTitle(/^fjord\/lantern#\d+$/))[0]).toBeVisible();
    await app.open("/a/local/groups/fjord/issues");
    expect(await (await list()).findByRole("link", { name: "The wall flickers at noon" })).toBeVisible();
    await expectAccessible();
    await addAccount(app, second, "Far harbour");
    await app.open("/issues");
    const far = await listNamed(`issues of @helve on ${new URL(second.url).host}`);
    expect((await far.findAllByRole("listitem"))[0]).toBeVisible();
    const near = await listNamed("issues of @helve on this computer");
    expect((await near.findAllByRole("listitem"))[0]).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("radio", { name: "Assigned to me" }));
    await waitFor(() => expect(app.address).toMatch(/scope%3Aassigned_to_me/));
  });

  it("are walked through by keyboard, and closed together and reopened", async () => {
    const { user } = app;
    const words = unique();
    await app.open(projectPath(lantern));
    for (const name of ["First", "Second"]) await make({ title: `${name} ${words}` });
    await app.open(`${projectPath(lantern, "issues")}?q=${encodeURIComponent(`sort:created-asc ${words}`)}`);
    await (await list()).findByRole("link", { name: `Second ${words}` });
    const rows = screen.getByRole("list", { name: "Issues" });
    await press(user, rows, "x");
    expect(await screen.findByText("1 selected")).toBeVisible();
    await press(user, rows, "{Control>}a{/Control}");
    const bar = within(await screen.findByRole("region", { name: "Selected issues" }));
    await user.click(bar.getByRole("button", { name: "Close 2" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Close issues" }));
    expect(await dialog.findByText("Closed 2 of 2")).toBeVisible();
    await user.click(await dialog.findByRole("button", { name: "Undo 2 issues" }));
    const undo = within(await screen.findByRole("dialog", { name: "Undo" }));
    expect(await undo.findByText("Restored 2 of 2")).toBeVisible();
    await undo.findByRole("button", { name: "Close" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(async () => expect((await list()).getAllByRole("listitem")).toHaveLength(2));
    // Of a view that was opened by keys, the list is where j and k begin.
    screen.getByRole("main").focus();
    await user.keyboard("j");
    expect(screen.getByRole("list", { name: "Issues" })).toHaveFocus();
    await user.keyboard("j{Enter}");
    expect(
      await screen.findByRole("heading", { level: 1, name: new RegExp(`Second ${words}`) }),
    ).toBeVisible();
  });

  it("say why they are not there", async () => {
    interceptRequests(/\/projects\/[^/]+\/issues\?/, () => refused(403, "forbidden", "403 Forbidden"));
    await app.open(projectPath("fjord/handbook", "issues"));
    expect(await screen.findByRole("heading", { name: "No access to issues" })).toBeVisible();
  });
});

describe("a new issue", () => {
  const app = appForTests();

  it("is created with a template, people, labels and a date, and its draft is kept", async () => {
    const { user } = app;
    const project = "fjord/handbook";
    await app.open(projectPath(project, "issues"));
    await app.callProject(project, "POST", "/repository/commits", {
      branch: "main",
      commit_message: "Add templates of issues",
      actions: [
        {
          action: "create",
          file_path: ".gitlab/issue_templates/Default.md",
          content: "## What happened\n",
        },
        { action: "create", file_path: ".gitlab/issue_templates/Bug.md", content: "- [ ] Reproduced\n" },
      ],
    });
    await app.reload();
    await screen.findByRole("button", { name: /^Open/ });
    await user.keyboard("c");
    const open = async () => within(await screen.findByRole("dialog", { name: "New issue" }));
    let dialog = await open();
    const description = () => dialog.getByRole("textbox", { name: "Description (Markdown supported)" });
    await waitFor(() => expect(description()).toHaveValue("## What happened"));
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Template" }));
    await user.click(await screen.findByRole("menuitem", { name: "Bug" }));
    await waitFor(() => expect(description()).toHaveValue("- [ ] Reproduced"));
    const title = `Ring the bell ${unique()}`;
    await fill(user, dialog.getByRole("textbox", { name: "Title" }), title);
    await user.click(dialog.getByRole("button", { name: "Edit labels" }));
    await fill(user, await screen.findByRole("combobox", { name: "Labels of the issue" }), "loud");
    await user.click(await screen.findByRole("option", { name: 'Create "loud"' }));
    await user.keyboard("{Escape}");
    await user.click(dialog.getByRole("button", { name: "Edit assignees" }));
    await fill(user, await screen.findByRole("combobox", { name: "People to assign" }), "Tomasz");
    await waitFor(() => expect(screen.getAllByRole("option", { name: /Tomasz/ })).toHaveLength(1));
    await user.keyboard("{Enter}{Escape}");
    await untilStored(app, title);
    await user.click(dialog.getByRole("button", { name: "Discard" }));
    await undoDiscard(user, "issue draft");
    await user.click(screen.getByRole("button", { name: "New issue" }));
    dialog = await open();
    expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue(title);
    await user.click(dialog.getByRole("button", { name: "Create issue" }));
    expect(await screen.findByRole("heading", { level: 1, name: new RegExp(title) })).toBeVisible();
    const details = within(await screen.findByRole("complementary", { name: "Details" }));
    expect(await details.findByText("loud")).toBeVisible();
    expect(await details.findByText(/Tomasz/)).toBeVisible();
  });

  it("an archived project offers neither new issues nor new merge requests, and says why", async () => {
    const archived = "atlas/tides";
    await app.open(projectPath(archived));
    await app.callProject(archived, "POST", "/archive");
    try {
      await app.reload();
      for (const [part, name] of [
        ["issues", "New issue"],
        ["merge_requests", "New merge request"],
      ] as const) {
        await app.open(projectPath(archived, part));
        await waitFor(() =>
          expect(screen.getByRole("button", { name })).toHaveAttribute("aria-disabled", "true"),
        );
        expect(screen.getByRole("button", { name })).toHaveAccessibleDescription("This project is archived");
      }
    } finally {
      await app.callProject(archived, "POST", "/unarchive");
    }
  });
});
