import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../../testing/page/intercept-requests.ts";
import { fill } from "../../../testing/page/keys.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";

const app = appForTests();

it("a group's level reaches its projects, by keyboard alone", async () => {
  const { user } = app;
  await app.open("/a/local/me/notifications");
  await screen.findByRole("list", { name: "Notification levels" });
  const list = () => screen.getByRole("list", { name: "Notification levels" });
  const level = (name: string) => within(list()).queryByRole("combobox", { name: `Level of ${name}` });
  const row = (name: string) => {
    const found = level(name)?.closest<HTMLElement>("[role=listitem]");
    if (!found) throw new Error(`no row of ${name}`);
    return found;
  };
  const expectText = (name: string, text: string) => waitFor(() => expect(row(name)).toHaveTextContent(text));
  await expectText("fjord/lantern", "Participate, from your global setting");
  list().focus();
  const position = Number(row("fjord").getAttribute("aria-posinset"));
  for (let step = 1; step < position; step++) await user.keyboard("{ArrowDown}");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(level("fjord")).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("option", { name: "Inherit" })).toBeVisible();
  await user.keyboard("Watch");
  await waitFor(() => expect(screen.getByRole("option", { name: "Watch" })).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(level("fjord")).toHaveTextContent(/^Watch$/));
  await expectText("fjord/lantern", "Watch, from group Fjord");
  list().focus();
  await user.keyboard("{ArrowDown}{ArrowRight}");
  await expectText("fjord/platform/harbor", "Watch, from group Fjord");
  await app.reload();
  await screen.findByRole("list", { name: "Notification levels" });
  await expectText("fjord/lantern", "Watch, from group Fjord");

  const choose = async (name: string, option: string) => {
    await user.click(await waitFor(() => within(row(name)).getByRole("combobox")));
    await user.click(await screen.findByRole("option", { name: option }));
  };
  await choose("fjord/lantern", "Custom");
  const lantern = () => within(row("fjord/lantern"));
  const pipelines = within(await lantern().findByRole("group", { name: /^Pipelines/ }));
  expect(pipelines.getByRole("checkbox", { name: "Failed" })).toBeChecked();
  await user.click(lantern().getByRole("checkbox", { name: "New issue" }));
  await expectAccessible();

  const onlyChanged = screen.getByRole("checkbox", { name: "Only changed levels" });
  await user.click(onlyChanged);
  await waitFor(() => expect(within(list()).getAllByRole("listitem")).toHaveLength(3));
  expect(lantern().getByRole("checkbox", { name: "New issue" })).toBeChecked();
  await user.click(onlyChanged);
  const filter = screen.getByRole("searchbox", { name: "Filter groups and projects" });
  await fill(user, filter, "harb");
  await waitFor(() => expect(row("fjord/platform/harbor")).toBeVisible());
  await waitFor(() => expect(level("fjord/lantern")).toBeNull());
  await fill(user, filter, "");

  const mend = interceptRequests(/^PUT .*\/operations\/groups\/[^/]*\/notification_settings/, () =>
    Promise.reject(new TypeError()),
  );
  await choose("fjord", "Disabled");
  expect(await within(row("fjord")).findByRole("alert")).toHaveTextContent("Not changed.");
  expect(level("fjord")).toHaveTextContent(/^Watch$/);
  mend();
  await user.click(within(row("fjord")).getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(level("fjord")).toHaveTextContent(/^Disabled$/));
  for (const name of ["fjord", "fjord/lantern"]) await choose(name, "Inherit");
  await expectText("fjord/lantern", "Participate, from your global setting");
});
