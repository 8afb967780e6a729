import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { searchPalette } from "../../testing/page/palette.ts";

const app = appForTests();
const repositoryOf = repositoriesOfTests(afterEach);

const hasIcon = (element: Element, kind: "tag" | "git-branch") =>
  element.querySelector(`svg.lucide-${kind}`) !== null;

/** Opens a list of refs, which begins with the default branch, and returns it. */
async function openRefs(button: HTMLElement) {
  await app.user.click(button);
  const list = within(await screen.findByRole("listbox"));
  expect(await list.findByRole("option", { name: "a-10" })).toBeVisible();
  expect(list.getAllByRole("option")[0]).toHaveAccessibleName(/^main\b/);
  return list;
}

async function closeRefs(): Promise<void> {
  await app.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
}

it("every list of refs begins with the default branch, and a tag looks like one", async () => {
  const { user } = app;
  const repository = repositoryOf("refs");
  // More branches than one page of a list, all of them before `main`.
  const many = Array.from({ length: 60 }, (_, index) => `main:refs/heads/a-${index + 10}`);
  repository.git("fetch", "--quiet", ".", ...many);
  repository.git("tag", "v1");
  const path = await openFolder(app, repository.folder);
  for (const view of ["files", "commits"]) {
    await app.open(`${path}/${view}`);
    const ref = await screen.findByRole("button", { name: "Ref: main" });
    expect(hasIcon(ref, "git-branch")).toBe(true);
    const list = await openRefs(ref);
    const tag = list.getByRole("option", { name: /^v1\b/ });
    expect(hasIcon(tag, "tag")).toBe(true);
    await user.click(tag);
    const chosen = await screen.findByRole("button", { name: "Ref: v1" });
    await waitFor(() => expect(hasIcon(chosen, "tag")).toBe(true));
    expect(hasIcon(chosen, "git-branch")).toBe(false);
  }
  const commits = within(await screen.findByRole("list", { name: "Commits" }));
  expect(hasIcon(await commits.findByRole("link", { name: "v1" }), "tag")).toBe(true);
  await user.click(commits.getByRole("link", { name: "Begin" }));
  await screen.findByRole("heading", { level: 1, name: "Begin" });
  expect(hasIcon(await screen.findByRole("link", { name: "v1" }), "tag")).toBe(true);

  await app.open(`${path}/compare?from=v1&to=a-20`);
  const from = await screen.findByRole("button", { name: "From: v1" });
  await waitFor(() => expect(hasIcon(from, "tag")).toBe(true));
  for (const name of ["From: v1", "To: a-20"]) {
    await openRefs(screen.getByRole("button", { name }));
    await closeRefs();
  }
  await app.open(`${path}/branches`);
  await user.click(await screen.findByRole("button", { name: "New branch" }));
  await openRefs(await screen.findByRole("button", { name: "From: main" }));
  await app.open(`${path}/merge_requests`);
  // Nothing has room beside the first filters.
  await user.click(await screen.findByRole("button", { name: "More filters" }));
  await openRefs(await screen.findByRole("button", { name: /^Target branch/ }));
  await closeRefs();
  await user.keyboard("{Escape}");
  const [create] = await screen.findAllByRole("button", { name: "New merge request" });
  await user.click(create as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: "New merge request" }));
  for (const name of [/^Source branch/, /^Target branch/]) {
    await openRefs(await dialog.findByRole("button", { name }));
    await closeRefs();
  }
  await user.keyboard("{Escape}");
  await app.open(`${path}/files`);
  expect(await screen.findByRole("button", { name: "Ref: main" })).toBeVisible();
  const palette = await searchPalette(app, "@");
  await waitFor(() => expect(palette.getAllByRole("option")[0]).toHaveAccessibleName(/^main\b/));
  await searchPalette(app, "@v1");
  await waitFor(() => expect(hasIcon(palette.getByRole("option", { name: /^v1\b/ }), "tag")).toBe(true));
  await user.keyboard("{Escape}");
});
