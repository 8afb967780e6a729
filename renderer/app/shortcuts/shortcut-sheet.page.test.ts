import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

it("the shortcut sheet lists all keys, those of the view first, and closes", async () => {
  const { user } = app;
  await app.open(`${projectPath("fjord/lantern")}/files?ref=main&path=README.md`);
  expect(await screen.findByRole("button", { name: "Go to file" })).toBeVisible();
  await user.keyboard("?");
  const found = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  const sheet = within(found);
  expect(sheet.getAllByRole("heading", { level: 3 })[0]).toHaveTextContent(/^File · this view$/);
  for (const name of ["Window", "Project", "Review", "Log", "Lists and trees", "Comments", "Editor"])
    expect(sheet.getByRole("region", { name })).toBeInTheDocument();
  expect(sheet.getByRole("region", { name: "Editor" })).toHaveTextContent("Leave the editor by keyboard");
  await expectAccessible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(found).not.toBeInTheDocument());
});
