import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { commitAsAnotherClient } from "../../testing/page/commit-as-another-client.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

describe("commits", () => {
  const app = appForTests();

  /** Opens the last commit of a path, or of all. */
  async function openLastCommit(search = ""): Promise<void> {
    await app.open(`${projectPath("fjord/lantern", "commits")}${search}`);
    const list = within(await screen.findByRole("list", { name: "Commits" }));
    const [first] = await list.findAllByRole("link");
    await app.user.click(first as HTMLElement);
  }

  const openChanges = async () => {
    const [first] = await screen.findAllByRole("region", { name: /^Changes of/ });
    return first as HTMLElement;
  };

  it("shows a commit's message, parents, stats and changes", async () => {
    await openLastCommit();
    await waitFor(() => expect(app.address).toMatch(/commits\/[0-9a-f]{40}/));
    expect(await screen.findByText("Parent")).toBeVisible();
    expect(screen.getByRole("button", { name: "Copy the commit's hash" })).toBeVisible();
  });

  it("comments a line of a commit, whose draft survives a reload", async () => {
    const { user } = app;
    await openLastCommit("?path=README.md");
    const words = `About this line ${Math.random().toString(36).slice(2, 8)}`;
    const [comment] = await within(await openChanges()).findAllByRole("button", {
      name: /^Comment on (old )?line \d+$/,
    });
    await user.click(comment as HTMLElement);
    const findBox = () => screen.findByRole("textbox", { name: /^Comment on (old )?line/ });
    await fill(user, await findBox(), words);
    await app.reload();
    const box = await findBox();
    expect(box).toHaveValue(words);
    await expectAccessible();
    await user.click(box);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(box).not.toBeInTheDocument());
    const thread = await within(await openChanges()).findByRole("region", { name: /^Comment on line/ });
    expect(await within(thread).findByText(words)).toBeVisible();
  });

  it("chooses and comments lines by the user's keys", async () => {
    const { user } = app;
    await app.open("/settings/keyboard");
    await user.click(await screen.findByRole("button", { name: "Change keys of Next change" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Keys of “Next change”" }));
    await waitFor(() => expect(dialog.getByRole("textbox", { name: "New keys" })).toHaveFocus());
    await user.keyboard("j");
    await waitFor(() =>
      expect(dialog.getByRole("status")).toHaveTextContent(
        /^Also used by Next file\.Fixed keys also use them: Next or previous entry \(Lists and trees\)\.$/,
      ),
    );
    await user.keyboard("{Backspace}q");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await openLastCommit("?path=README.md");
    const box = () => screen.queryByRole("textbox", { name: /^Comment on (old )?line/ });
    const startAtChanges = async () => {
      const changes = await openChanges();
      await within(changes).findAllByText(/^@@/);
      changes.focus();
      return changes.querySelector("[aria-live]");
    };
    const current = await startAtChanges();
    await user.keyboard("n");
    expect(current).toHaveTextContent(/^$/);
    await user.keyboard("q");
    await waitFor(() => expect(current).toHaveTextContent(/^Change in /));
    await user.keyboard("c");
    await waitFor(() => expect(box()).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(box()).toBeNull());

    await app.open("/settings/keyboard");
    const singleKeys = () => screen.findByRole("switch", { name: "Shortcuts without a modifier key" });
    await user.click(await singleKeys());
    await user.click(screen.getByRole("button", { name: "Reset all" }));
    history.back();
    const now = await startAtChanges();
    await user.keyboard("n");
    expect(now).toHaveTextContent(/^$/);
    await user.keyboard("{F7}");
    await waitFor(() => expect(now).toHaveTextContent(/^Change in /));
    history.forward();
    await user.click(await singleKeys());
  });

  it("folds what the attributes say is generated or no text, where the service does not say it", async () => {
    const { user } = app;
    await commitAsAnotherClient(app, "fjord/lantern", {
      "attributed/aa/first.txt": "line\n".repeat(40),
      "attributed/zz/a.pb": "generated\n",
      "attributed/zz/b.svg": "<svg/>\n",
      "attributed/zz/c.txt": "plain\n",
      "attributed/.gitattributes": "*.pb linguist-generated\n/aa/* linguist-generated\n*.svg -diff\n",
    });
    // As an older service responds.
    interceptRequests(/\/commits\/\w+\/diff/, async (send) => {
      const response = await send();
      const entries = z.array(z.looseObject({ new_path: z.string() })).parse(await response.json());
      return withJson(
        response,
        entries.map(({ generated_file: _, ...entry }) =>
          entry.new_path.endsWith(".svg") ? { ...entry, diff: "@@ -0,0 +1 @@\n+<svg/>\n" } : entry,
        ),
      );
    });
    await openLastCommit("?path=attributed");
    const changes = within(await openChanges());
    const findFile = async (name: RegExp) => within(await changes.findByRole("article", { name }));
    const header = async (name: RegExp) => (await findFile(name)).getByRole("button", { name });
    const generated = await findFile(/a\.pb$/);
    expect(await generated.findByText("Generated")).toBeVisible();
    expect(await header(/a\.pb$/)).toHaveAttribute("aria-expanded", "false");
    const drawing = await findFile(/b\.svg$/);
    expect(drawing.getByText("Not text")).toBeVisible();
    expect(await header(/b\.svg$/)).toHaveAttribute("aria-expanded", "false");
    // What is read stays as it is.
    expect((await findFile(/first\.txt$/)).getByText("Generated")).toBeVisible();
    expect(await header(/first\.txt$/)).toHaveAttribute("aria-expanded", "true");
    expect(await header(/c\.txt$/)).toHaveAttribute("aria-expanded", "true");
    await user.click(await header(/b\.svg$/));
    expect(await header(/b\.svg$/)).toHaveAttribute("aria-expanded", "true");
  });
});

describe("cherry pick", () => {
  const app = appForTests();
  const project = "fjord/handbook";
  const harbor = "fjord/platform/harbor";
  const unique = () => Math.random().toString(36).slice(2, 8);

  /** Commits a file and opens its commit. */
  async function openCommitOf(path: string): Promise<void> {
    await commitAsAnotherClient(app, project, { [path]: "one\ntwo\n" });
    await app.open(`${projectPath(project, "commits")}?path=${encodeURIComponent(path)}`);
    const list = within(await screen.findByRole("list", { name: "Commits" }));
    const [first] = await list.findAllByRole("link");
    await app.user.click(first as HTMLElement);
  }

  const begin = async (action: string) => app.user.click(await screen.findByRole("button", { name: action }));
  const openDialog = async () => within(await screen.findByRole("dialog"));

  const expectDisabled = (button: HTMLElement) => expect(button).toHaveAttribute("aria-disabled", "true");

  it("refuses unknown branches and shows what a cherry-pick would change", async () => {
    await openCommitOf(`keeping/${unique()}.txt`);
    await begin("Cherry-pick");
    const dialog = await openDialog();
    const branch = dialog.getByRole("textbox", { name: "Branch" });
    const act = dialog.getByRole("button", { name: "Cherry-pick" });
    expect(await dialog.findByText("Already applied: nothing would change on main.")).toBeVisible();
    expectDisabled(act);
    await waitFor(() => expect(branch).toHaveFocus());
    // The suggested branch is selected: typing replaces it.
    await app.user.keyboard("no-such-branch");
    expect(branch).toHaveValue("no-such-branch");
    expect(await dialog.findByText("There is no branch no-such-branch.")).toBeVisible();
    expect(dialog.queryByText(/conflict/)).toBeNull();
    expectDisabled(act);
    await expectAccessible();
  });

  it("previews a revert and a cherry-pick", async () => {
    await openCommitOf(`previewed/${unique()}.txt`);
    await begin("Revert");
    const preview = async () =>
      within(await (await openDialog()).findByRole("region", { name: "What would happen" }));
    expect(await (await preview()).findByText("Changes as in the commit")).toBeVisible();
    await expectAccessible();
    await begin("Cancel");
    await begin("Cherry-pick");
    expect(await (await preview()).findByText("Already applied")).toBeVisible();
  });

  it("comments a commit and reverts it, once", async () => {
    const { user } = app;
    const title = `Add shaping/${unique()}.txt`;
    await commitAsAnotherClient(app, harbor, { [title.slice("Add ".length)]: "x" });
    await app.open(projectPath(harbor, "commits"));
    const list = within(await screen.findByRole("list", { name: "Commits" }));
    await user.click(await list.findByRole("link", { name: title }));
    await waitFor(() => expect(app.address).toMatch(/commits\/[0-9a-f]{40}/));
    const words = `Noticed ${unique()}`;
    await begin("Comment");
    await fill(user, await screen.findByRole("textbox", { name: "Comment" }), words);
    await begin("Comment");
    await waitFor(() =>
      expect(screen.getAllByRole("article").some(({ textContent }) => textContent?.includes(words))).toBe(
        true,
      ),
    );
    await begin("Revert");
    const dialog = await openDialog();
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Revert" }));
    expect(await screen.findByRole("heading", { level: 1, name: `Revert "${title}"` })).toBeVisible();
    // The same revert again would change nothing, as the dialog shows.
    history.back();
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
    await begin("Revert");
    const again = await openDialog();
    expect(await again.findByText(/nothing would change on main/)).toBeVisible();
    expectDisabled(again.getByRole("button", { name: "Revert" }));
  });

  it("previews, refuses and explains a conflict of a cherry-pick", async () => {
    const { user } = app;
    const path = `shaping/${unique()}.txt`;
    const branch = `picked-${unique()}`;
    const write = (where: object, action: string, content: string) =>
      app.callProject<{ id: string }>(harbor, "POST", "/repository/commits", {
        ...where,
        commit_message: `Say ${content}`,
        actions: [{ action, file_path: path, content: `${content}\n` }],
      });
    await write({ branch: "main" }, "create", "one");
    await write({ branch, start_branch: "main" }, "update", "theirs");
    const { id } = await write({ branch: "main" }, "update", "ours");
    await app.open(projectPath(harbor, `commits/${id}`));
    await begin("Cherry-pick");
    const dialog = await openDialog();
    await fill(user, dialog.getByRole("textbox", { name: "Branch" }), `${branch} `);
    expect(await dialog.findByText("Conflicts: the branch changed the same lines")).toBeVisible();
    await expectAccessible();
    const sent = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => sent.mockRestore());
    await user.click(dialog.getByRole("button", { name: "Cherry-pick" }));
    expect(await dialog.findByText("It does not apply")).toBeVisible();
    const [, init] = sent.mock.calls.find(([url]) => /\/cherry_pick$/.test(String(url))) ?? [];
    expect(JSON.parse(String(init?.body))).toMatchObject({ branch });
  });
});
