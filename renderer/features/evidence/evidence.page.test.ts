import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { savedFile } from "../../testing/page/files.ts";
import { interceptRequests, refused } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { proposeChanges } from "../../testing/page/propose-changes.ts";

const app = appForTests();
const lantern = "fjord/lantern";

/** Opens the dialog of a merge request. */
async function openDialog(iid: number) {
  await app.open(projectPath(lantern, `merge_requests/${iid}`));
  await app.user.click(await screen.findByRole("button", { name: "More actions" }));
  await app.user.click(await screen.findByRole("menuitem", { name: "Export evidence…" }));
  return within(await screen.findByRole("dialog", { name: "Export evidence" }));
}

it("a review is exported with what its merge request has, and equal exports are equal", async () => {
  const { user } = app;
  const name = `evidence-${Math.random().toString(36).slice(2, 8)}.txt`;
  const { iid } = await proposeChanges(app, lantern, { [name]: "one\n" }, { [name]: "two\n" });
  await app.callProject(lantern, "POST", `/merge_requests/${iid}/discussions`, { body: "Why two?" });
  await app.callProject(lantern, "POST", `/merge_requests/${iid}/approve`, {});
  const save = async () => {
    const dialog = await openDialog(iid);
    const button = await dialog.findByRole("button", { name: "Export" });
    await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
    await expectAccessible();
    const saved = await savedFile(() => user.click(button));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // The next file is saved by the page's own functions again.
    vi.restoreAllMocks();
    return saved;
  };
  const { text } = await save();
  expect(text).toMatch(/^PK/);
  for (const part of [
    `evidence-lantern-${iid}/SHA256SUMS`,
    "merge-request.json",
    "manifest.json",
    '"body": "Why two?"',
    '"event": "approved this merge request"',
    "-one\n+two\n",
  ])
    expect(text).toContain(part);
  expect((await save()).text === text).toBe(true);
});

it("pipelines that cannot be read are an error with a retry", async () => {
  const { user } = app;
  const name = `no-evidence-${Math.random().toString(36).slice(2, 8)}.txt`;
  const { iid } = await proposeChanges(app, lantern, { [name]: "one\n" }, { [name]: "two\n" });
  const end = interceptRequests(/GET .*\/merge_requests\/\d+\/pipelines\?.*helve-pages/, () =>
    refused(500, "unavailable", "The service failed."),
  );
  const dialog = await openDialog(iid);
  const retry = await dialog.findByRole("button", { name: /^(Retry|Try again)/ });
  end();
  await user.click(retry);
  expect(await dialog.findByText("No pipelines")).toBeVisible();
});
