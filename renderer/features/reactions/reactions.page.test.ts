import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../testing/page/intercept-requests.ts";
import { openMergeRequest } from "../../testing/page/open-merge-request.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";

const app = appForTests();
const title = "Print voyages on one page";

const bar = async () => within(await screen.findByRole("list", { name: "Reactions" }));

/** Opens the picker of a bar or card, and returns its field. */
async function openPicker(owner: Awaited<ReturnType<typeof bar>>) {
  await app.user.click(await owner.findByRole("button", { name: "Add reaction" }));
  const dialog = await screen.findByRole("dialog", { name: "Add reaction" });
  return { dialog, field: await screen.findByRole("combobox", { name: "Add reaction" }) };
}

it("reactions are given, counted and taken back, to the whole and to a comment", async () => {
  const { user } = app;
  await openMergeRequest(app, title);
  const picker = await openPicker(await bar());
  // Not by a query, which takes long among thousands of emoji.
  const option = '[role="option"][aria-label="rocket"]';
  await waitFor(() => expect(picker.dialog.querySelector(option)).toBeVisible());
  await fill(user, picker.field, "rocket");
  await expectAccessible();
  await user.keyboard("{Enter}");
  const rocket = { name: "rocket: 1, you" };
  expect(await (await bar()).findByRole("button", rocket)).toHaveAttribute("aria-pressed", "true");
  await app.reload();
  const given = await (await bar()).findByRole("button", rocket);
  expect(given).toBeVisible();
  await expectAccessible();
  await user.click(given);
  await waitFor(() => expect(screen.queryByRole("button", rocket)).toBeNull());

  const words = `React to this ${Math.random().toString(36).slice(2, 8)}`;
  await fill(user, screen.getByRole("textbox", { name: "Comment" }), words);
  await user.keyboard("{Control>}{Enter}{/Control}");
  const card = () =>
    waitFor(() => {
      const cards = screen.getAllByRole("article", { name: /^Comment by/ });
      const found = cards.find(({ textContent }) => textContent?.includes(words));
      if (!found) throw new Error("The comment is missing");
      return within(found);
    });
  const { field } = await openPicker(await card());
  await fill(user, field, "eyes");
  await user.click((await screen.findAllByRole("option", { name: "eyes" }))[0] as HTMLElement);
  const eyes = { name: "eyes: 1, you" };
  expect(await (await card()).findByRole("button", eyes)).toBeVisible();
  await app.reload();
  await user.click(await (await card()).findByRole("button", eyes));
  await waitFor(() => expect(screen.queryByRole("button", eyes)).toBeNull());
});

it("a refused reaction is reverted, and a service without reactions shows none", async () => {
  const { user } = app;
  await openMergeRequest(app, title);
  interceptRequests(/^POST .*\/award_emoji$/, () => refused(403, "forbidden", "You may not react here."));
  const { field } = await openPicker(await bar());
  await fill(user, field, "tada");
  await user.click((await screen.findAllByRole("option", { name: "tada" }))[0] as HTMLElement);
  expect((await screen.findAllByText("The reaction was not added"))[0]).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: /^tada.*you/ })).toBeNull());

  interceptRequests(/award_emoji/, () => refused(501, "not_implemented", "501 Not Implemented"));
  await app.reload();
  expect(await screen.findByRole("button", { name: "Edit labels" })).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Discussion" })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add reaction" })).toBeNull());
});
