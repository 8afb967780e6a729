import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../../testing/page/opened-app.ts";
import { fill } from "../../../../testing/page/press-keys.ts";
import { projectPath } from "../../../../testing/page/project-path.ts";

const app = appForTests();
const project = "atlas/tides";
const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }));
const select = async (form: ReturnType<typeof within>, field: string, option: string) => {
  await app.user.click(form.getByRole("combobox", { name: field }));
  await app.user.click(await screen.findByRole("option", { name: option }));
};
const unprotect = async (name: string) => {
  await app.user.click(screen.getByRole("button", { name: `Unprotect ${name}` }));
  const question = within(await screen.findByRole("alertdialog", { name: `Unprotect ${name}?` }));
  await app.user.click(question.getByRole("button", { name: "Unprotect" }));
};

it("branches and tags are protected by pattern with levels, and unprotected", async () => {
  const { user } = app;
  await app.open(projectPath(project, "settings?tab=repository"));
  await user.click(await screen.findByRole("button", { name: "Protect branch" }));
  let form = await dialogOf("Protect branches");
  await fill(user, form.getByRole("textbox", { name: "Branch or pattern" }), "not a name");
  expect(form.getByText(/^A name has no spaces/)).toBeVisible();
  await fill(user, form.getByRole("textbox", { name: "Branch or pattern" }), "release/*");
  await select(form, "Allowed to push", "No one");
  await select(form, "Allowed to merge", "Developers and maintainers");
  await user.click(form.getByRole("checkbox", { name: "Allow force push" }));
  await expectAccessible();
  await user.click(form.getByRole("button", { name: "Protect" }));
  const branches = within(await screen.findByRole("list", { name: "Protected branches" }));
  expect(await branches.findByText("release/*")).toBeVisible();
  expect(branches.getByText("Force push allowed")).toBeVisible();
  expect(branches.getByText(/Push: No one/)).toHaveTextContent("Merge: Developers and maintainers");
  expect(await app.callProject(project, "GET", "/protected_branches?search=release")).toMatchObject([
    {
      name: "release/*",
      push_access_levels: [{ access_level: 0 }],
      merge_access_levels: [{ access_level: 30 }],
      allow_force_push: true,
    },
  ]);

  await user.click(screen.getByRole("button", { name: "Protect tag" }));
  form = await dialogOf("Protect tags");
  await fill(user, form.getByRole("textbox", { name: "Tag or pattern" }), "v*");
  await user.click(form.getByRole("button", { name: "Protect" }));
  const tags = within(await screen.findByRole("list", { name: "Protected tags" }));
  expect(await tags.findByText("Create: Maintainers")).toBeVisible();
  await expectAccessible();

  await user.click(screen.getByRole("button", { name: "Edit the rule of release/*" }));
  form = await dialogOf("Edit the rule of release/*");
  expect(form.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
  await select(form, "Allowed to push", "Maintainers");
  await user.click(form.getByRole("checkbox", { name: "Allow force push" }));
  await expectAccessible();
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await branches.findByText(/Push: Maintainers/)).toBeVisible();
  expect(await app.callProject(project, "GET", "/protected_branches?search=release")).toMatchObject([
    {
      push_access_levels: [{ access_level: 40 }],
      merge_access_levels: [{ access_level: 30 }],
      allow_force_push: false,
    },
  ]);

  await user.click(screen.getByRole("button", { name: "Edit the rule of v*" }));
  form = await dialogOf("Edit the rule of v*");
  expect(form.getByText(/Services change no rule of tags/)).toBeVisible();
  await select(form, "Allowed to create", "No one");
  await user.click(form.getByRole("button", { name: "Delete and create again" }));
  expect(await tags.findByText("Create: No one")).toBeVisible();

  await unprotect("release/*");
  await waitFor(async () =>
    expect(await app.callProject(project, "GET", "/protected_branches?search=release")).toEqual([]),
  );
  await unprotect("v*");
  expect(await screen.findByText("No protected tags")).toBeVisible();
});
