import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

const app = appForTests();
const second = secondServiceForTests();

const findSwitch = () => screen.findByRole("button", { name: /^Account: / });
const choose = async (name: RegExp) => {
  await app.user.click(await findSwitch());
  await app.user.click(await screen.findByRole("menuitem", { name }));
};
const linkNamed = async (name: string) =>
  within(await screen.findByRole("navigation", { name: "Main" })).findByRole("link", { name });

it("switches every list between accounts and all of them, and remembers it", async () => {
  await app.open("/a/local/projects");
  expect(await screen.findByRole("list", { name: "Projects" })).toBeVisible();
  // With one account there is nothing to choose.
  expect(screen.queryByRole("button", { name: /^Account: / })).toBeNull();
  const id = await addAccount(app, second, "Elsewhere");
  await app.open("/a/local/projects");
  expect(await findSwitch()).toHaveAccessibleName("Account: @helve on this computer");
  // Its name is in the switch alone, and not among the crumbs as well.
  const main = () => within(screen.getByRole("main"));
  await waitFor(() => expect(main().queryByRole("link", { name: /^@helve on/ })).toBeNull());
  await choose(/^All accounts/);
  expect(app.address).toBe("/projects");
  for (const name of [/^projects of @helve on this computer$/, /^projects of @helve on 127/])
    expect(
      (await within(await screen.findByRole("list", { name })).findAllByRole("listitem"))[0],
    ).toBeVisible();
  await expectAccessible();
  // The other lists are those of all accounts as well.
  for (const [name, address] of [
    ["Merge requests", "/merge_requests"],
    ["Snippets", "/snippets"],
    ["CI", "/ci"],
  ] as const) {
    await app.user.click(await linkNamed(name));
    await waitFor(() => expect(app.address).toBe(address));
    expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
    await waitFor(async () => expect(await findSwitch()).toHaveAccessibleName("Account: All accounts"));
  }
  await choose(/^@helve on 127/);
  await waitFor(() => expect(app.address).toBe(`/ci?account=${id}`));
  await waitFor(async () => expect(await findSwitch()).toHaveAccessibleName(/^Account: @helve on 127/));
  await app.user.click(await linkNamed("Merge requests"));
  await waitFor(() => expect(app.address).toBe(`/a/${id}/merge_requests`));
  await app.user.click(await linkNamed("Runners"));
  expect(await screen.findByRole("heading", { level: 1, name: "Runners" })).toBeVisible();
  // A fleet is that of one service.
  await app.user.click(await findSwitch());
  expect(await screen.findByRole("menuitem", { name: /^@helve on this computer/ })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: /^All accounts/ })).toBeNull();
  await app.user.keyboard("{Escape}");
  await app.reload();
  expect(await linkNamed("Projects")).toHaveAttribute("href", `/a/${id}/projects`);
});
