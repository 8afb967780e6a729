import { expect } from "vitest";
import type { RecordedClient } from "../recorded-client.ts";

const project = "fjord/handbook";
const branch = "client/first";

/** Files, commits, branches, tags and releases of a project. */
export async function workOnCode(client: RecordedClient): Promise<void> {
  const { Branches, Commits, ProjectReleases, ProtectedBranches, Repositories, RepositoryFiles, Tags } =
    client;
  const made = await Branches.create(project, branch, "main");
  expect(made).toMatchObject({ name: branch, protected: false });
  expect((await Branches.show(project, branch)).commit.id).toBe(made.commit.id);

  await RepositoryFiles.create(project, "notes/a b.md", branch, "one\n", "Add a note");
  await RepositoryFiles.edit(project, "notes/a b.md", branch, "two\n", "Change the note");
  const file = await RepositoryFiles.show(project, "notes/a b.md", branch);
  expect(Buffer.from(file.content, "base64").toString()).toBe("two\n");
  expect(await textOf(await RepositoryFiles.showRaw(project, "notes/a b.md", branch))).toBe("two\n");
  await RepositoryFiles.remove(project, "notes/a b.md", branch, "Remove the note");

  const commit = await Commits.create(project, branch, "Write two files", [
    { action: "create", filePath: "x.txt", content: "x\n" },
    { action: "create", filePath: "y.txt", content: "y\n" },
  ]);
  expect((await Commits.show(project, commit.id)).stats).toMatchObject({ additions: 2 });
  const commits = await Commits.all(project, { refName: branch, perPage: 5, maxPages: 1 });
  expect(commits[0]?.id).toBe(commit.id);
  expect(await Commits.allReferences(project, commit.id)).toEqual([{ type: "branch", name: branch }]);
  expect((await Commits.showDiff(project, commit.id)).map((entry) => entry.new_path)).toEqual([
    "x.txt",
    "y.txt",
  ]);
  await Commits.createComment(project, commit.id, "Fine");
  expect((await Commits.allComments(project, commit.id)).map(({ note }) => note)).toEqual(["Fine"]);
  expect(await Commits.allStatuses(project, commit.id)).toEqual([]);
  await Branches.create(project, "client/second", "main");
  expect((await Commits.cherryPick(project, commit.id, "client/second")).title).toBe("Write two files");
  expect((await Commits.revert(project, commit.id, branch)).title).toBe('Revert "Write two files"');

  const tree = await Repositories.allRepositoryTrees(project, { ref: "client/second", perPage: 100 });
  const entry = tree.find(({ path }) => path === "x.txt");
  expect(entry?.type).toBe("blob");
  const blob = await Repositories.showBlob(project, entry?.id ?? "");
  expect(blob).toMatchObject({ size: 2, encoding: "base64" });
  expect(await textOf(await Repositories.showBlobRaw(project, entry?.id ?? ""))).toBe("x\n");
  expect(
    (await Repositories.showArchive(project, { fileType: "zip", sha: "client/second" })).size,
  ).toBeGreaterThan(500);
  const compared = await Repositories.compare(project, "main", "client/second");
  expect(compared.diffs?.map((diff) => diff.new_path)).toEqual(["x.txt", "y.txt"]);
  expect((await Repositories.allContributors(project)).length).toBeGreaterThan(3);
  const base = await Repositories.mergeBase(project, ["main", "client/second"]);
  expect(base.id).toBe(made.commit.id);

  await ProtectedBranches.create(project, "client/*", { pushAccessLevel: 40 });
  expect((await Branches.show(project, branch)).protected).toBe(true);
  await ProtectedBranches.remove(project, "client/*");

  await Tags.create(project, "client-1", "main", { message: "First" });
  expect((await Tags.show(project, "client-1")).message).toBe("First");
  expect((await Tags.all(project)).map(({ name }) => name)).toContain("client-1");
  await ProjectReleases.create(project, { tagName: "client-1", name: "One", description: "The first" });
  expect(await ProjectReleases.show(project, "client-1")).toMatchObject({
    name: "One",
    tag_name: "client-1",
  });
  await ProjectReleases.edit(project, "client-1", { name: "Uno" });
  expect((await ProjectReleases.all(project)).map(({ name }) => name)).toEqual(["Uno"]);
  await ProjectReleases.remove(project, "client-1");
  await Tags.remove(project, "client-1");

  await Branches.create(project, "client/merged", "main");
  await Branches.removeMerged(project);
  await Branches.remove(project, branch);
  expect((await Branches.all(project, { search: "client/" })).map(({ name }) => name)).not.toContain(branch);
}

/** A submodule of a project that has one. */
export async function moveSubmodule({ Commits, RepositorySubmodules }: RecordedClient): Promise<void> {
  const [commit] = await Commits.all("fjord/handbook", { perPage: 2, maxPages: 1 });
  const moved = await RepositorySubmodules.edit(
    "fjord/platform/toolbox",
    "vendor/handbook",
    "main",
    commit?.parent_ids?.[0] ?? "",
    { commitMessage: "Go back" },
  );
  expect(moved.title).toBe("Go back");
}

/** The text of a body that the client gives as a string or a blob. */
const textOf = async (body: string | Blob): Promise<string> =>
  typeof body === "string" ? body : body.text();
