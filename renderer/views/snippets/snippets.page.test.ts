import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

it("a snippet of several files is read, downloaded and commented; administrators see its origin", async () => {
  const { user } = app;
  const title = { name: "Watch the wall without a browser" };
  await app.open(projectPath("fjord/lantern", "snippets"));
  await user.click(await screen.findByRole("link", title));
  const openedFiles = async () => within(await screen.findByRole("region", { name: "Files" }));
  let files = await openedFiles();
  await user.click(await files.findByRole("button", { name: "README.md" }));
  await user.click(await files.findByRole("radio", { name: "Preview" }));
  expect(await files.findByRole("heading", { name: "Watch the wall" })).toBeVisible();
  await user.click(files.getByRole("link", { name: "Raw" }));
  const raw = within(await screen.findByRole("region", { name: "Raw README.md" }));
  expect(await raw.findByText(/# Watch the wall/)).toBeVisible();
  await user.click(screen.getByRole("link", title));
  files = await openedFiles();
  await user.click(await files.findByRole("button", { name: "Download README.md" }));
  expect(await screen.findByText("Downloading README.md")).toBeVisible();
  expect(await screen.findByText("Could it print the tide too?")).toBeVisible();
  await fill(user, screen.getByRole("textbox", { name: "Comment" }), "It can now.");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(screen.getByRole("article", { name: "Comment by Local Administrator" })).toHaveTextContent(
      /It can now/,
    ),
  );
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "User agent details" }));
  expect(await within(await screen.findByRole("dialog")).findByText(/127\.0\.0\.1/)).toBeVisible();
  await expectAccessible();
});

it("somebody else's change is merged, or the user chooses", async () => {
  const { user } = app;
  const project = "fjord/platform/harbor";
  await app.open(projectPath(project, "snippets"));
  await user.click(await screen.findByRole("link", { name: "Profile a slow request" }));
  const expectTitle = (text: string) =>
    waitFor(() =>
      expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(new RegExp(`^${text}$`)),
    );
  await expectTitle("Profile a slow request");
  const [path = ""] = /\/snippets\/\d+$/.exec(app.address) ?? [];
  const title = () => screen.findByRole("textbox", { name: "Title" });
  const save = () => user.click(screen.getByRole("button", { name: "Save changes" }));
  await user.click(screen.getByRole("link", { name: "Edit" }));
  await fill(user, await title(), "Profile any request");
  await app.callProject(project, "PUT", path, { description: "Needs Go 1.26." });
  await save();
  await expectTitle("Profile any request");
  expect(await screen.findByText("Needs Go 1.26.")).toBeVisible();

  await user.click(screen.getByRole("link", { name: "Edit" }));
  await fill(user, await title(), "Mine");
  await app.callProject(project, "PUT", path, { title: "Theirs" });
  await save();
  const conflicts = within(await screen.findByRole("region", { name: "Conflicts" }));
  expect(conflicts.getByRole("heading", { name: /changed since you opened it/ })).toBeVisible();
  await expectAccessible();
  await user.click(conflicts.getByRole("button", { name: "Use mine" }));
  await save();
  await expectTitle("Mine");
});
