import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { openMergeRequest } from "../../testing/page/open-merge-request.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

it("people, merge requests and emoji are suggested at the caret", async () => {
  const { user } = app;
  await openMergeRequest(app, "Print voyages on one page");
  const box = await screen.findByRole("textbox", { name: "Comment" });
  await user.clear(box);
  await user.keyboard("Thanks @mat");
  const people = await screen.findByRole("listbox", { name: "people" });
  await waitFor(() =>
    expect(within(people).getByRole("option", { name: "Mateo Fuentes @mateo" })).toHaveAttribute(
      "aria-selected",
      "true",
    ),
  );
  expect(box).toHaveAttribute("aria-activedescendant", expect.stringMatching(/.+/));
  await expectAccessible();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(box).toHaveValue("Thanks @mateo "));
  expect(screen.queryByRole("listbox", { name: "people" })).toBeNull();

  await user.keyboard("see !weather");
  const requests = within(await screen.findByRole("listbox", { name: "merge requests" }));
  await waitFor(() => expect(requests.getAllByRole("option")[1]).toBeVisible());
  await user.keyboard("{ArrowDown}{ArrowUp}");
  expect(requests.getAllByRole("option")[0]).toHaveAttribute("aria-selected", "true");
  await user.keyboard("{Tab}");
  await waitFor(() => expect(box).toHaveDisplayValue(/^Thanks @mateo see !\d+ $/));

  await user.keyboard(":tada");
  const emoji = within(await screen.findByRole("listbox", { name: "emoji" }));
  await user.click(await emoji.findByRole("option", { name: ":tada:" }));
  await waitFor(() => expect(box).toHaveDisplayValue(/🎉 $/));
  expect(box).toHaveFocus();
  // Closed, the list takes no key; within code nothing is suggested.
  await user.keyboard("{Enter}");
  await user.keyboard("`@mat");
  await new Promise((resolve) => setTimeout(resolve, suggestionMs));
  expect(screen.queryByRole("listbox", { name: "people" })).toBeNull();
  await user.keyboard("{Enter}");
  expect(box).toHaveDisplayValue(/🎉 \n`@mat\n$/);
  await user.clear(box);
});

/** Milliseconds within which a suggestion would have come. */
const suggestionMs = 400;

it("in a dialog, Escape closes the suggestions and leaves the dialog", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern", "merge_requests"));
  await user.click(await screen.findByRole("button", { name: "New merge request" }));
  const dialog = await screen.findByRole("dialog", { name: "New merge request" });
  const box = await within(dialog).findByRole("textbox", { name: "Description (Markdown supported)" });
  await user.clear(box);
  await user.keyboard("@leila");
  const people = () => within(dialog).queryByRole("listbox", { name: "people" });
  expect(await within(dialog).findByRole("option", { name: /Leila/ })).toBeVisible();
  expect(people()).toContainElement(within(dialog).getByRole("option", { name: /Leila/ }));
  await expectAccessible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(people()).toBeNull());
  expect(dialog).toBeVisible();
  await user.keyboard(" @leil");
  const again = within(await within(dialog).findByRole("listbox", { name: "people" }));
  await user.click(await again.findByRole("option", { name: /Leila/ }));
  await waitFor(() => expect(box).toHaveValue("@leila @leila "));
  await user.clear(box);
  await user.click(within(dialog).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
});
