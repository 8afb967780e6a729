import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { fill } from "../../testing/page/keys.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";

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
