import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { openMergeRequest } from "../../../testing/page/open-merge-request.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";

const app = appForTests();

it("two versions are compared across a rebase, and changes of the target are marked", async () => {
  const { user } = app;
  await openMergeRequest(app, "Plan who lies at which berth", { tab: "Changes" });
  expect(await screen.findByText(/of 2 viewed/)).toBeVisible();
  await expectAccessible();
  const changes = async () => within(await screen.findByRole("region", { name: "Changes" }));
  await user.click(screen.getByRole("combobox", { name: "To" }));
  expect(await screen.findByRole("option", { name: /^Version 6/ })).toHaveTextContent(/ago · \d+ commits?$/);
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "File history" }));
  const matrix = within(await screen.findByRole("dialog", { name: "File history" }));
  expect(await matrix.findByRole("row", { name: /berths\.ts/ })).toBeVisible();
  await expectAccessible();
  await user.click(matrix.getByRole("button", { name: /Version 2/ }));
  await user.click(matrix.getByRole("button", { name: "Show version 2 → version 6" }));
  await waitFor(() => expect(app.address).toMatch(/from=[0-9a-f]{40}/));
  expect(
    await screen.findByText("Rebased in between: changes from the target branch are greyed."),
  ).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Changes" })).toHaveTextContent(
      "export const berth60 = plan(60, { guests: true });",
    ),
  );
  // The README is the same in both versions, and is shown as such.
  expect(await screen.findByText("1 file with the same change in both versions")).toBeVisible();
  // A file that is collapsed in one comparison does not collapse the first file of another one.
  await user.click((await changes()).getAllByRole("button", { expanded: true })[0] as HTMLElement);
  await waitFor(async () =>
    expect((await changes()).getAllByRole("button", { expanded: false })).toHaveLength(1),
  );
  await user.click(screen.getByRole("combobox", { name: "From" }));
  await user.click(await screen.findByRole("option", { name: /^Target/ }));
  expect(await screen.findByText(/of 2 viewed/)).toBeVisible();
  const [top] = await (await changes()).findAllByRole("article");
  expect(await within(top as HTMLElement).findByRole("button", { expanded: true })).toBeVisible();
});
