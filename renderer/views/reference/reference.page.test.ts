import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";

const app = appForTests();

it("an operation is found, read and tried", async () => {
  const { user } = app;
  await app.open("/a/local/reference");
  await fill(user, await screen.findByRole("searchbox", { name: "Search operations" }), "repository tree");
  const [option] = await screen.findAllByRole("option", { name: /Files and folders|tree/i });
  await user.click(option as HTMLElement);
  expect(await screen.findByRole("heading", { name: "Parameters" })).toBeVisible();
  // It is found in Settings and in the palette.
  const main = within(screen.getByRole("navigation", { name: "Main" }));
  expect(main.getByRole("link", { name: "Settings" })).toBeVisible();
  expect(main.queryByRole("link", { name: /API/ })).toBeNull();
  await expectAccessible();
  const tryIt = () => user.click(screen.getByRole("button", { name: "Try it" }));
  const field = (name: string) => screen.getByRole("textbox", { name });
  await tryIt();
  expect(await screen.findByText("id is missing")).toBeVisible();
  await fill(user, field("id *"), "fjord/lantern");
  await fill(user, field("per_page"), "many");
  await tryIt();
  expect(await screen.findByText("per_page is not a number")).toBeVisible();
  await fill(user, field("per_page"), "2");
  await tryIt();
  const response = within(await screen.findByRole("region", { name: "Response" }));
  expect(await response.findByText(/200/)).toBeVisible();
  expect(await response.findByText(/ results$/)).toBeVisible();
  await app.reload();
  await waitFor(() => expect(field("id *")).toHaveValue("fjord/lantern"));
});
