import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { recordRequests } from "../../testing/page/intercept-requests.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const repositoryOf = repositoriesOfTests(afterEach);

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

it("opens a tag and not the branch of its name, and what a tag names that is no commit", async () => {
  const { user } = app;
  const repository = repositoryOf("one-name");
  repository.git("tag", "-a", "-m", "Release 1.1", "1.1");
  repository.git("update-ref", "refs/heads/1.1", "HEAD");
  repository.commit("README.md", "# after the release\n", "Work on");
  repository.git("update-ref", "refs/heads/1.1", "HEAD");
  repository.git("tag", "key", "HEAD:README.md");
  repository.git("tag", "-a", "-m", "A folder", "folder", "HEAD^{tree}");
  const path = await openFolder(app, repository.folder);
  await app.open(`${path}/tags`);
  const list = within(await screen.findByRole("list", { name: "Tags" }));
  expect(await list.findAllByText("Not of a commit")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Create release of key" })).toBeNull();
  await expectAccessible();
  await user.click(list.getByRole("link", { name: "1.1" }));
  expect(await screen.findByRole("button", { name: "Ref: 1.1" })).toBeVisible();
  expect(app.address).toContain("ref=refs%2Ftags%2F1.1");
  await app.open(`${path}/files?ref=refs%2Ftags%2F1.1&path=README.md`);
  expect(await screen.findByRole("heading", { name: "one-name" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Edit/ })).toBeNull();
  // The list of refs has both.
  await user.click(await screen.findByRole("button", { name: "Ref: 1.1" }));
  const options = () => screen.getAllByRole("option", { name: /^1\.1/ });
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.click(options()[0] as HTMLElement);
  expect(await screen.findByRole("heading", { name: "after the release" })).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Edit/ })).toBeVisible();
  await app.open(`${path}/files?ref=refs%2Ftags%2Fkey`);
  expect(await screen.findByText(/This tag names one file, not a commit/)).toBeVisible();
  expect(screen.getByText("# after the release", { exact: false })).toBeVisible();
  await expectAccessible();
  await app.open(`${path}/files?ref=folder`);
  expect(await screen.findByText(/This tag names one folder, not a commit/)).toBeVisible();
  expect(screen.getByRole("button", { name: "README.md" })).toBeVisible();
});

it("lists are ordered and filtered by the service", async () => {
  const { user } = app;
  const tags = recordRequests(/^GET \S*\/repository\/tags\?/);
  await app.open(projectPath("fjord/platform/harbor", "tags?order=name"));
  await screen.findByRole("list", { name: "Tags" });
  const ordered = (list: readonly URL[], by: string, sort: string) =>
    list.some(({ searchParams }) => searchParams.get("order_by") === by && searchParams.get("sort") === sort);
  expect(ordered(tags, "name", "asc")).toBe(true);

  const commits = recordRequests(/^GET \S*\/repository\/commits\?/);
  await app.open(projectPath("fjord/platform/harbor", "commits"));
  await user.click(await screen.findByRole("checkbox", { name: "Lines" }));
  await waitFor(() =>
    expect(commits.some(({ searchParams }) => searchParams.get("with_stats") === "true")).toBe(true),
  );
  expect((await screen.findAllByLabelText(/added|lines/i))[0]).toBeVisible();

  const projects = recordRequests(/^GET \S*\/projects\?/);
  await app.open("/a/local/projects?issues=1&requests=1");
  await waitFor(() =>
    expect(
      projects.some(
        ({ searchParams }) =>
          searchParams.get("with_issues_enabled") === "true" &&
          searchParams.get("with_merge_requests_enabled") === "true",
      ),
    ).toBe(true),
  );
  const groups = recordRequests(/^GET \S*\/groups\?/);
  await app.open("/a/local/groups?scope=maintained");
  await waitFor(() =>
    expect(groups.some(({ searchParams }) => searchParams.get("min_access_level") === "40")).toBe(true),
  );
  const below = recordRequests(/^GET \S*\/subgroups\?/);
  await app.open("/a/local/groups/fjord?tab=subgroups");
  const subgroups = await screen.findByRole("searchbox", { name: "Search subgroups" });
  await fill(user, subgroups, "plat");
  await waitFor(() =>
    expect(below.some(({ searchParams }) => searchParams.get("search") === "plat")).toBe(true),
  );
  expect(ordered(below, "name", "asc")).toBe(true);
});
