import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { fill } from "../../testing/page/keys.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";

const app = appForTests();

it("creates a tag and gives it release notes, whose draft is stored", async () => {
  const { user } = app;
  const name = `v-${Math.random().toString(36).slice(2, 8)}`;
  await app.open(projectPath("fjord/platform/harbor", "tags"));
  const create = await screen.findByRole("button", { name: "New tag" });
  await user.click(create);
  const enter = async (text: string) =>
    fill(user, await screen.findByRole("textbox", { name: "Name" }), text);
  await enter("a..b");
  expect(await screen.findByText('Names cannot contain "..".')).toBeVisible();
  await enter(name);
  await fill(user, screen.getByRole("textbox", { name: "Annotation" }), "For the test");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Create tag" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(create);
  await enter(name);
  expect(await screen.findByText(`A tag named ${name} already exists.`)).toBeVisible();
  await user.keyboard("{Escape}");
  await fill(user, await screen.findByRole("searchbox", { name: "Search tags" }), name);
  const release = () => screen.findByRole("button", { name: `Create release of ${name}` });
  const notes = () => screen.findByRole("textbox", { name: "Release notes" });
  await user.click(await release());
  await fill(user, await notes(), "**Better** in every way");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await release());
  await waitFor(async () => expect(await notes()).toHaveValue("**Better** in every way"));
  await user.click(screen.getByRole("radio", { name: "Preview" }));
  expect(await within(screen.getByRole("dialog")).findByText("Better")).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByRole("button", { name: `Release notes of ${name}` })).toBeVisible();
});
