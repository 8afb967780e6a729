import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

it("comments of an issue are read, added, changed and deleted", async () => {
  const { user } = app;
  const words = `Seen again ${Math.random().toString(36).slice(2, 8)}`;
  await app.open(projectPath("fjord/lantern"));
  const project = within(await screen.findByRole("region", { name: "fjord/lantern" }));
  await user.click(project.getByRole("button", { name: "Plan" }));
  await user.click(project.getByRole("link", { name: "Issues" }));
  expect(
    await screen.findByText(/has operations for the comments of issues, but none for issues/),
  ).toBeVisible();
  await expectAccessible();
  await fill(user, screen.getByRole("textbox", { name: "Issue number" }), "#1");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("It is the tide table that reloads. I will look.")).toBeVisible();
  expect(screen.getByText(/^Comments only:/)).toBeVisible();
  // The local service has no web pages.
  expect(screen.queryByRole("link", { name: "Open in browser" })).toBeNull();
  await expectAccessible();
  const box = () => screen.findByRole("textbox", { name: "Comment" });
  await fill(user, await box(), words);
  await app.reload();
  const reloaded = await box();
  await waitFor(() => expect(reloaded).toHaveValue(words));
  reloaded.focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  const comments = () => screen.findAllByRole("article", { name: /^Comment by/ });
  const card = await waitFor(async () => {
    const found = (await comments()).find(({ textContent }) => textContent?.includes(words));
    if (!found) throw new Error("The comment is missing");
    return found;
  });
  const shown = within(card);
  await user.click(shown.getByRole("button", { name: "Edit comment" }));
  await fill(user, await screen.findByRole("textbox", { name: "Edit comment" }), `${words}, twice`);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await shown.findByText(`${words}, twice`)).toBeVisible();
  await user.click(await shown.findByRole("button", { name: "Delete comment" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(card).not.toBeInTheDocument());
  await user.click(screen.getByRole("radio", { name: "Newest first" }));
  await waitFor(async () => expect((await comments())[0]).toHaveTextContent(/Seen here too/));
  await fill(user, await box(), ":tada:");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Reacted with :tada:")).toBeVisible();
});

it("comments of a snippet are read", async () => {
  await app.open(projectPath("fjord/lantern", "snippets/1"));
  expect(await screen.findByText("Works on the copy as well.")).toBeVisible();
  await app.open(projectPath("fjord/lantern", "issues/99"));
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
  await expectAccessible();
});
