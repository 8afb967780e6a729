import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";

const app = appForTests();

it("a project's details list every field of the service", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/handbook"));
  await user.click(await screen.findByRole("button", { name: "Details" }));
  const about = within(await screen.findByRole("complementary", { name: "About this project" }));
  const expectRegion = async (name: string, text: string) =>
    waitFor(() => expect(about.getByRole("region", { name })).toHaveTextContent(text));
  await expectRegion("Merging", "Merge commit");
  await expectRegion("Storage", "Commits");
  await expectRegion("Shared with groups", "Atlas Data");
  await expectRegion("Custom attributes", "audience");
  const runners = within(await about.findByRole("region", { name: "Runners" }));
  expect(runners.getByRole("code")).toHaveTextContent(/^•{12}$/);
  await user.click(runners.getByRole("button", { name: "Show the registration token" }));
  await waitFor(() => expect(runners.getByRole("code")).not.toHaveTextContent("••••••••••••"));
  await expectAccessible();
});
