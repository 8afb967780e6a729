import { screen, waitFor } from "@testing-library/dom";
import { afterEach, expect, it } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { writeDraft } from "../../testing/page/write-draft.ts";

const app = appForTests();
const repositoryOf = repositoriesOfTests(afterEach);
const moved = { name: "Moved on disk" };

it("of two banners only the more important one is shown, until it is gone", async () => {
  const repository = repositoryOf("banners");
  const path = await openFolder(app, repository.folder);
  await app.open(`${path}/files?ref=main`);
  repository.commit("moved.txt", "moved\n", "Move the branch");
  const moves = await screen.findByRole("status", moved);
  const end = interceptRequests(/^(?!GET).* \/-\/documents\//, () => {
    throw new TypeError("The disk is full");
  });
  const project = decodeURIComponent(path.split("/").at(-1) ?? "");
  await writeDraft(project, "main", "README.md", "typed\n");
  expect(await screen.findByText(/not saved yet/)).toBeVisible();
  await waitFor(() => expect(moves).not.toBeInTheDocument());
  end();
  expect(await screen.findByRole("status", moved, { timeout: 60_000 })).toBeVisible();
  expect(await screen.findByText("Draft saved")).toBeVisible();
});
