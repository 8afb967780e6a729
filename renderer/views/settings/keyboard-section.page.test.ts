import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";

const app = appForTests();
const findRow = (name: string | RegExp) => screen.findByRole("row", { name });

it("keys of commands are recorded, conflicts shown, and reset", async () => {
  const { user } = app;
  await app.open("/settings/keyboard");
  expect(await findRow(/^CI of all accounts/)).toHaveTextContent("GthenJ");
  await expectAccessible();
  const change = screen.getByRole("button", { name: "Change keys of CI of all accounts" });

  // A key that another command has: taken from it.
  await user.click(change);
  const dialog = await screen.findByRole("dialog", { name: "Keys of “CI of all accounts”" });
  await waitFor(() => expect(within(dialog).getByRole("textbox", { name: "New keys" })).toHaveFocus());
  await user.keyboard("gh");
  expect(await within(dialog).findByText("Also used by Home.")).toBeVisible();
  expect(within(dialog).getByRole("status")).toHaveTextContent(/^Also used by Home\.$/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(change).toHaveFocus());
  expect(await findRow(/^CI of all accounts/)).toHaveTextContent("GthenH");
  expect(await findRow(/^Home Go to None/)).toBeVisible();

  // The new key works after a reload too.
  await app.reload();
  expect(await findRow(/^CI of all accounts/)).toHaveTextContent("GthenH");
  await user.click(screen.getByRole("heading", { level: 1, name: "Keyboard" }));
  await user.keyboard("gh");
  await waitFor(() => expect(app.address).toMatch(/\/ci/));
  await app.open("/settings/keyboard");
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: "Search and commands" });
  await user.keyboard(">ci of all");
  // Without a layout, the name has no blank behind what is marked.
  expect(await screen.findByRole("option", { name: /^CI of all ?accounts/ })).toHaveTextContent("GthenH");
  await user.keyboard("{Escape}");

  // Both have the key: the conflict is shown.
  await user.click(await screen.findByRole("button", { name: "Change keys of My snippets" }));
  const other = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(other.getByRole("textbox", { name: "New keys" })).toHaveFocus());
  await user.keyboard("gh");
  await user.click(await other.findByRole("checkbox", { name: "Remove them there" }));
  await user.click(other.getByRole("button", { name: "Save" }));
  await waitFor(async () =>
    expect(await findRow(/^My snippets/)).toHaveTextContent("Also used by CI of all accounts"),
  );

  const filter = screen.getByRole("textbox", { name: "Find a shortcut" });
  await user.type(filter, "snippets");
  await waitFor(() => expect(screen.queryByRole("row", { name: /^CI of/ })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Reset keys of My snippets" }));
  await waitFor(async () => expect(await findRow(/^My snippets/)).toHaveTextContent("GthenS"));
  await user.clear(filter);
  await user.click(screen.getByRole("button", { name: "Reset all" }));
  await waitFor(async () => expect(await findRow(/^CI of all accounts/)).toHaveTextContent("GthenJ"));
  expect(screen.getByRole("button", { name: "Reset all" })).toBeDisabled();
});
