import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { undoDiscard, untilStored } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

const app = appForTests();
const service = secondServiceForTests();
const lantern = encodeURIComponent("fjord/lantern");
const unique = () => Math.random().toString(36).slice(2, 8);
/** Time until an offline service is asked again, and then some. */
const patient = { timeout: 60_000 };

interface MergeRequest {
  readonly iid: number;
  readonly source_project_id: number;
  readonly source_branch: string;
}

/** The merge request of the second service that the tests comment on, with its address in a new account of the app. */
async function spanish() {
  const search = `state=all&search=${encodeURIComponent("Say it in Spanish")}`;
  const [found] = await service.call<MergeRequest[]>("GET", `/projects/${lantern}/merge_requests?${search}`);
  if (!found) throw new Error("the sample has no such merge request");
  const account = await addAccount(app, service, `Far office ${unique()}`);
  return { ...found, address: `/a/${account}/p/${lantern}/merge_requests/${found.iid}` };
}

/** Shows the changes and waits for their lines. */
async function openChanges(address: string) {
  await app.open(`${address}?tab=changes`);
  return changes();
}

async function changes() {
  const region = await screen.findByRole("region", { name: "Changes" });
  await waitFor(() => expect(region).toHaveTextContent("amarre"), { timeout: 30_000 });
  return within(region);
}

async function writeComment(shown: ReturnType<typeof within>, words: string): Promise<void> {
  const [pick] = await shown.findAllByRole("button", { name: "Comment on line 2" });
  await app.user.click(pick as HTMLElement);
  await fill(app.user, await screen.findByRole("textbox", { name: "Comment on line 2" }), words);
}

it("a review made available offline is read without the service, and comments are sent later by themselves", async () => {
  const { user } = app;
  const { iid, address } = await spanish();
  const press = async (name: string | RegExp) => user.click(await screen.findByRole("button", { name }));
  await app.open(address);
  await press("Make available offline");
  expect(
    await screen.findByText("Review available offline", { exact: true }, { timeout: 30_000 }),
  ).toBeVisible();
  // A reload of the page restores it.
  await app.reload();
  await press("Available offline");
  expect(await screen.findByText(/KB, saved/)).toBeVisible();
  await user.keyboard("{Escape}");
  await service.pause();
  const shown = await openChanges(address);
  const words = `Written at sea ${unique()}`;
  await writeComment(shown, words);
  await press("Start review");
  await press("Review (1)");
  const panel = within(await screen.findByRole("dialog", { name: "Your review" }));
  const summary = `All in all ${unique()}`;
  await fill(app.user, panel.getByRole("textbox", { name: "Summary (Markdown supported)" }), summary);
  await user.click(panel.getByRole("button", { name: "Submit review" }));
  expect((await screen.findAllByText("Saved to outbox", {}, patient))[0]).toBeVisible();
  expect((await shown.findAllByText("Waiting to send"))[0]).toBeVisible();

  // The outbox is on disk: another start of the page finds it.
  await untilStored(app, summary);
  await app.open("/outbox");
  await app.reload();
  const waiting = async () => within(await screen.findByRole("list", { name: `Waiting to send to !${iid}` }));
  expect(await (await waiting()).findByText(words)).toBeVisible();
  expect(await (await waiting()).findByText(summary)).toBeVisible();
  await expectAccessible();

  // A queued comment can be edited, and is queued again.
  const entry = (await waiting()).getByText(summary).closest("li");
  await user.click(within(entry as HTMLElement).getByRole("button", { name: "Edit in review" }));
  const overview = async () => within(await screen.findByRole("region", { name: "Overview" }));
  const comment = await (await overview()).findByRole("textbox", { name: "Comment" });
  await waitFor(() => expect(comment).toHaveValue(summary), { timeout: 30_000 });
  await fill(app.user, comment, `${summary}, and more`);
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(comment).toHaveValue(""), patient);
  await app.open("/outbox");
  expect(await (await waiting()).findByText(`${summary}, and more`)).toBeVisible();

  await service.mend();
  expect(await screen.findByRole("heading", { name: "Outbox is empty" }, patient)).toBeVisible();
  await app.open(address);
  for (const text of [words, `${summary}, and more`])
    await waitFor(async () => expect((await overview()).getAllByText(text)).toHaveLength(1));
  // Comments since then are not in the offline copy.
  await press("Available offline (outdated)");
  await user.click(await screen.findByRole("menuitem", { name: "Update offline copy (outdated)" }));
  expect(await screen.findByRole("button", { name: "Available offline" }, { timeout: 30_000 })).toBeVisible();

  await app.open("/settings/storage");
  const copy = `fjord/lantern!${iid}`;
  expect(await screen.findByText(copy)).toBeVisible();
  await expectAccessible();
  await press(`Remove offline copy of ${copy}`);
  await waitFor(() => expect(screen.queryByText(copy)).toBeNull());
  await app.open(address);
  expect(await screen.findByRole("button", { name: "Make available offline" })).toBeVisible();
});

it("a comment on an outdated version waits for its author to send it anyway", async () => {
  const { user } = app;
  const { address, source_branch, source_project_id } = await spanish();
  await openChanges(address);
  await service.pause();
  // The first failed call shows that the service is offline.
  await app.reload();
  const shown = await changes();
  const words = `On the old version ${unique()}`;
  await writeComment(shown, words);
  await user.click(screen.getByRole("button", { name: "Comment now" }));
  expect(await shown.findByText("Waiting to send", {}, patient)).toBeVisible();
  // Somebody pushes before this page finds the service again.
  await service.call("POST", `/projects/${source_project_id}/repository/commits`, {
    branch: source_branch,
    commit_message: "Say one thing more",
    actions: [{ action: "create", file_path: `more-${unique()}.txt`, content: "more\n" }],
  });
  await app.open("/outbox");
  await service.mend();
  expect((await screen.findAllByText(/The branch has new commits/, {}, patient))[0]).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(await screen.findByRole("heading", { name: "Outbox is empty" })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("region", { name: "Outbox" })).toHaveFocus());
  // Restored, it is still blocked.
  await undoDiscard(user, "comment");
  await user.click(await screen.findByRole("button", { name: "Send anyway" }));
  expect(await screen.findByRole("heading", { name: "Outbox is empty" }, patient)).toBeVisible();
  await app.open(address);
  const overview = within(await screen.findByRole("region", { name: "Overview" }));
  await waitFor(() => expect(overview.getAllByText(words)).toHaveLength(1));
});
