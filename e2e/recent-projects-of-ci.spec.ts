import { repositoriesOfTests } from "./fixtures/git-repository.ts";
import { goTo } from "./fixtures/go-to.ts";
import { openFolder } from "./fixtures/open-folder.ts";
import { beacon } from "./fixtures/pipeline.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const repositoryOf = repositoriesOfTests();

test("CI of all accounts leaves out a recent project that was deleted, and shows the others", async ({
  page,
}) => {
  const name = "passing";
  const href = await openFolder(page, repositoryOf(name).folder);
  const project = decodeURIComponent(href.split("/").at(-1) ?? "");
  await goTo(page, projectPath(beacon));
  const recent = page.getByRole("link", { name, exact: true });
  await expect(recent.first()).toBeVisible();

  // Another client deletes it.
  const removed = await page.evaluate(
    (url) => fetch(url, { method: "DELETE" }).then(({ status }) => status),
    `/-/accounts/local/operations/local/repositories/${encodeURIComponent(project)}?forget=true`,
  );
  expect(removed).toBe(204);
  const jobs = `/projects/${encodeURIComponent(project)}/jobs`;
  // Folders that other specs opened may be gone.
  const isOfThisSpec = ({ pathname }: URL) =>
    pathname.includes(jobs) || pathname.includes(`/projects/${encodeURIComponent(beacon)}/jobs`);
  await page.route(
    (url) => /\/operations\/projects\/[^/]+\/jobs$/.test(url.pathname) && !isOfThisSpec(url),
    (route) => route.fulfill({ json: [] }),
  );
  const read = page.waitForResponse((response) => response.url().includes(jobs));
  await page.goto("/ci");
  expect((await read).status()).toBe(404);
  await page.getByRole("radio", { name: "Everyone" }).click();
  await expect(page.getByRole("list", { name: `Jobs of ${beacon}` })).toBeVisible();
  await expect(page.getByText(/^\d+ projects? searched: pinned, recent and active ones\.$/)).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(name);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Retry", exact: true })).toHaveCount(0);
  await expectAccessible(page);
});
