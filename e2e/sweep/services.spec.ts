import { hrefs } from "../../renderer/features/addresses/hrefs.ts";
import { postToService } from "../fixtures/call-project.ts";
import { fetchConfirmed } from "../fixtures/enter-codes.ts";
import { goTo, pushAddress } from "../fixtures/go-to.ts";
import { startFailingProxy, startStallingProxy } from "../fixtures/proxies.ts";
import { expect, test } from "../fixtures/test.ts";
import { openSweptApp, problemsOf } from "./visit.ts";

const lantern = "fjord/lantern";
const beacon = "fjord/beacon";

test("states of a second account, of a slow line and of a captive portal are accessible and fit any window", async ({
  page,
}) => {
  test.setTimeout(300_000);
  page.setDefaultTimeout(20_000);
  const service = await startFailingProxy();
  const line = await startStallingProxy(service, /\/versions\/\d+$|\/jobs\/\d+\/artifacts$/);
  try {
    await openSweptApp(page);
    const body = { url: line.url, token: service.token, name: "Far harbour", keep: "memory" };
    const { json } = await fetchConfirmed<{ id: string }>(page, "/-/accounts", "POST", body);
    const account = json.id;
    const problems: string[] = [];
    const check = async (name: string) => problems.push(...(await problemsOf(page, name)));

    await goTo(page, hrefs.accounts);
    await expect(page.getByRole("list", { name: "Accounts" }).getByText("Far harbour")).toBeVisible();
    await check("accounts-two");
    await goTo(page, hrefs.allMergeRequests());
    const { host } = new URL(line.url);
    await expect(
      page.getByRole("list", { name: new RegExp(`merge requests of @.* on ${host}`) }),
    ).toBeVisible();
    await check("merge-requests-of-two-accounts");

    // Half of the changes has arrived.
    await pushAddress(
      page,
      hrefs.mergeRequest(account, lantern, await proposeManyFiles(), { tab: "changes" }),
    );
    await page.getByText(/\d+ of 60 files loaded/).waitFor();
    await check("changes-half-loaded");
    line.cut();
    await page
      .getByRole("alert")
      .filter({ hasText: /connection.* was lost/ })
      .waitFor();
    await check("changes-cut-off");

    line.letThrough();
    const jobs = await page.evaluate(
      async (url): Promise<{ id: number; name: string }[]> => (await fetch(url)).json(),
      `/-/accounts/${account}/operations/projects/${encodeURIComponent(beacon)}/jobs?scope[]=failed&per_page=100`,
    );
    const unit = jobs.find(({ name }) => name === "unit");
    await goTo(page, hrefs.jobTab(account, beacon, unit?.id ?? 0, "artifacts"));
    await page.getByRole("treeitem", { name: "junit.xml" }).waitFor();
    line.hold();
    await page.getByRole("button", { name: "Download archive" }).click();
    await page
      .getByRole("contentinfo")
      .getByRole("button", { name: /ownload/ })
      .click();
    await page.getByRole("dialog", { name: "Downloads" }).getByRole("progressbar").first().waitFor();
    await check("download-half-done");
    line.letThrough();
    await page.keyboard.press("Escape");

    const branches = page.getByRole("list", { name: "Branches" });
    await goTo(page, hrefs.project(account, lantern, "branches"));
    await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
    service.fail("captive portal in one packet");
    await page.reload();
    await page.getByRole("status").filter({ hasText: "This network asks you to sign in" }).waitFor();
    await expect(branches.getByRole("link", { name: "main", exact: true })).toBeVisible();
    await check("captive-portal-visited");
    await goTo(page, hrefs.project(account, lantern, "tags"));
    await page.getByRole("alert").filter({ hasText: "responded with a web page" }).waitFor();
    await check("captive-portal-unvisited");
    expect(problems).toEqual([]);
  } finally {
    await line.stop();
    await service.stop();
  }

  /** Proposes 60 files on the other service. Returns the number of the merge request. */
  async function proposeManyFiles(): Promise<number> {
    const content = Array.from({ length: 40 }, (_, at) => `const line${at} = "of a file";\n`).join("");
    const actions = Array.from({ length: 60 }, (_, at) => ({
      ...{ action: "create", file_path: `many/part-${100 + at}.ts`, content },
    }));
    const branch = { branch: "many", start_branch: "main", commit_message: "Many files", actions };
    await postToService(service, lantern, "/repository/commits", branch);
    const request = { source_branch: "many", target_branch: "main", title: "Many files" };
    return (await postToService<{ iid: number }>(service, lantern, "/merge_requests", request)).iid;
  }
});
