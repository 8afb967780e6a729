import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { press } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

it("a form that opens in its page has the focus, and its button has it again", async () => {
  const { user } = app;
  const openAndCancel = async (name: string, field: string) => {
    const main = within(screen.getByRole("main"));
    await main.findByRole("button", { name });
    // What is read may put another one in its place.
    await waitFor(() => expect(main.queryByRole("status", { name: /^Loading/ })).toBeNull());
    await press(user, main.getByRole("button", { name }), "{Enter}");
    await waitFor(() => expect(main.getByRole("textbox", { name: field })).toHaveFocus());
    await press(user, main.getByRole("button", { name: "Cancel" }), "{Enter}");
    await waitFor(() => expect(main.getByRole("button", { name })).toHaveFocus());
  };
  await app.open("/a/local/me/profile");
  await openAndCancel("Edit profile", "Name");
  await app.open("/a/local/me/keys");
  await openAndCancel("Add key", "Public key");
  await app.open("/a/local/admin/users");
  await openAndCancel("New user", "Name");
  await user.click(await screen.findByRole("row", { name: /Leila Haddad/ }));
  await openAndCancel("Edit", "Name");
  await app.open("/a/local/runners");
  await user.click(await screen.findByRole("row", { name: /\bshed-2\b/ }));
  await openAndCancel("Edit", "Description");
});

it("a dialog that opened before a commit's changes were loaded returns the focus", async () => {
  const { user } = app;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  interceptRequests(/\/repository\/commits\/[0-9a-f]{40}\/diff/, async (send) => {
    await released;
    return send();
  });
  await app.open(projectPath("fjord/handbook", "commits/main"));
  expect(await screen.findByRole("status", { name: "Loading the changes" })).toBeVisible();
  const revert = screen.getByRole("button", { name: "Revert" });
  await press(user, revert, "{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Revert this commit" });
  release();
  expect(await screen.findByText(/^\d+ files?/)).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(revert).toHaveFocus());
});
