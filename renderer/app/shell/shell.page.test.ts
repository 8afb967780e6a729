import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";

const app = appForTests();
const findHeading = async (name: string) =>
  (await screen.findAllByRole("heading", { level: 1, name }))[0] as HTMLElement;

it("an address of a missing account says so, and marks nothing of another account", async () => {
  await app.open("/a/none/projects");
  expect(await screen.findByRole("heading", { name: "Account not found", level: 1 })).toBeVisible();
  const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumbs" })).getAllByRole("listitem");
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(["Account not found"]);
  expect(screen.getByRole("tab", { name: "Account not found" })).toBeVisible();
  const projects = screen.getByRole("link", { name: "Projects" });
  expect(projects).toBeVisible();
  expect(projects).not.toHaveAttribute("aria-current");
});

it("views have addresses, tabs and a way back", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern"));
  expect(await findHeading("Lantern")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Commits" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Commits" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(await findHeading("Lantern")).toBeVisible();
  await app.reload();
  expect(await findHeading("Lantern")).toBeVisible();
  await user.keyboard("{Alt>}t{/Alt}");
  await waitFor(() => expect(screen.getAllByRole("tab").length).toBeGreaterThan(1));
});

it("the settings lead to accounts", async () => {
  await app.open("/");
  expect(await screen.findByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  // Accounts and the API reference are reached from the settings.
  const apart = { name: /^(Accounts|API reference)$/ };
  const main = within(screen.getByRole("navigation", { name: "Main" }));
  expect(main.queryByRole("link", apart)).toBeNull();
  await app.user.click(screen.getByRole("link", { name: "Settings" }));
  const settings = await screen.findByRole("navigation", { name: "Settings" });
  expect(app.address).toMatch(/settings\/appearance/);
  const links = within(settings).getAllByRole("link", apart);
  expect(links.map(({ textContent }) => textContent?.trim())).toEqual(["Accounts"]);
  expect(screen.getByRole("heading", { level: 1, name: "Appearance" })).toBeVisible();
});
