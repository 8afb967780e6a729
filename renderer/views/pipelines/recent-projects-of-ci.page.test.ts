import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it } from "vitest";
import { repositoriesOfTests } from "../../../e2e/fixtures/git-repository.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { openFolder } from "../../testing/page/open-folder.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";

const app = appForTests();
const repositoryOf = repositoriesOfTests(afterEach);
const beacon = "fjord/beacon";

it("CI of all accounts leaves out a recent project that was deleted, and shows the others", async () => {
  const name = "passing";
  const href = await openFolder(app, repositoryOf(name).folder);
  const project = decodeURIComponent(href.split("/").at(-1) ?? "");
  await app.open(projectPath(beacon));
  expect((await screen.findAllByRole("link", { name }))[0]).toBeVisible();

  // Another client deletes it.
  const address = `/accounts/local/operations/local/repositories/${encodeURIComponent(project)}?forget=true`;
  expect((await app.host.request(address, { method: "DELETE" })).status).toBe(204);
  const statuses: number[] = [];
  const isOf = (url: URL, of: string) => url.pathname.includes(`/projects/${encodeURIComponent(of)}/`);
  interceptRequests(/\/operations\/projects\/[^/?]+\/jobs\?/, async (send, url) => {
    // Folders that other tests opened may be gone.
    if (!isOf(url, project)) return isOf(url, beacon) ? send() : Response.json([]);
    const response = await send();
    statuses.push(response.status);
    return response;
  });
  await app.open("/ci");
  await waitFor(() => expect(statuses).toContain(404));
  await app.user.click(await screen.findByRole("radio", { name: "Everyone" }));
  expect(await screen.findByRole("list", { name: `Jobs of ${beacon}` })).toBeVisible();
  const searched = /^\d+ projects? searched: pinned, recent and active ones\.$/;
  expect(await screen.findByText(searched)).toBeVisible();
  const main = within(screen.getByRole("main"));
  expect(screen.getByRole("main")).not.toHaveTextContent(name);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(main.queryByRole("button", { name: "Retry" })).toBeNull();
  await expectAccessible();
});
