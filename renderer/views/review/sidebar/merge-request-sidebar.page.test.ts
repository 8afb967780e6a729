import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { untilStored } from "../../../testing/page/drafts.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { openMergeRequest } from "../../../testing/page/open-merge-request.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";

const app = appForTests();
const title = "Show shifts in the order of arrival";
const unique = () => Math.random().toString(36).slice(2, 8);

const details = async () => within(await screen.findByRole("complementary", { name: "Details" }));
const section = async (name: string) => within(await (await details()).findByRole("region", { name }));
const edit = async (what: string) =>
  app.user.click(await (await details()).findByRole("button", { name: `Edit ${what}` }));

it("labels, people, milestone, target and draft state are changed in the side column", async () => {
  const { user } = app;
  await openMergeRequest(app, title);
  const label = `urgent ${unique()}`;
  await edit("labels");
  const labels = await screen.findByRole("combobox", { name: "Labels of the merge request" });
  expect(await screen.findByRole("option", { name: /^docs/ })).toBeVisible();
  await expectAccessible();
  await fill(app.user, labels, label);
  await user.click(await screen.findByRole("option", { name: `Create "${label}"` }));
  await user.keyboard("{Escape}");
  expect(await (await section("Labels")).findByText(label)).toBeVisible();
  await waitFor(async () =>
    expect((await details()).getByRole("button", { name: "Edit labels" })).toHaveFocus(),
  );

  await edit("assignees");
  const people = await screen.findByRole("combobox", { name: "People to assign" });
  expect((await screen.findAllByRole("option"))[0]).toBeVisible();
  // Enter selects the typed person, however long the service searches.
  interceptRequests(/members.*query=/, async (send) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return send();
  });
  await fill(app.user, people, "Tomasz");
  const had = document.querySelector('section[aria-label="Assignees"]')?.textContent?.includes("Tomasz");
  await waitFor(() => expect(screen.getAllByRole("option", { name: /Tomasz/ })).toHaveLength(1));
  await user.keyboard("{Enter}");
  await user.keyboard("{Escape}");
  await waitFor(async () =>
    expect((await section("Assignees")).queryAllByText(/Tomasz/)).toHaveLength(had ? 0 : 1),
  );

  await edit("reviewers");
  await fill(app.user, await screen.findByRole("combobox", { name: "People to review" }), "Leila");
  await waitFor(() => expect(screen.getAllByRole("option", { name: /Leila/ })).toHaveLength(1));
  await user.keyboard("{Enter}");
  await user.keyboard("{Escape}");
  expect(await (await section("Reviewers")).findByText("Leila Haddad")).toBeVisible();

  await edit("milestone");
  await user.click(await screen.findByRole("option", { name: /^Summer fixes/ }));
  expect(await (await section("Milestone")).findByText("Summer fixes")).toBeVisible();
  await edit("milestone");
  await user.click(await screen.findByRole("option", { name: /^No milestone/ }));
  expect(await (await section("Milestone")).findByText("None")).toBeVisible();

  const lock = async () => (await details()).findByRole("switch", { name: /^Lock discussion/ });
  // Beside the button that merges, and nowhere else.
  const merging = async () => within(await screen.findByRole("region", { name: "Merging" }));
  const squash = async () => (await merging()).findByRole("checkbox", { name: "Squash commits" });
  expect(
    (await details()).queryByRole("switch", { name: /^Squash commits|^Delete source branch/ }),
  ).toBeNull();
  await user.click(await lock());
  expect(await (await section("Options")).findByText("Only project members can comment")).toBeVisible();
  await user.click(await squash());

  const draft = async () => (await details()).findByRole("switch", { name: /^Draft/ });
  const heading = () => screen.getByRole("heading", { level: 1 });
  await user.click(await draft());
  await waitFor(() => expect(heading()).toHaveTextContent("Draft: Show shifts"));
  await user.click(await draft());
  await waitFor(() => expect(heading()).not.toHaveTextContent("Draft:"));
  await app.reload();
  expect(await (await section("Labels")).findByText(label)).toBeVisible();
  expect(await (await section("Reviewers")).findByText("Leila Haddad")).toBeVisible();
  // What was read last is shown until it is read anew.
  await waitFor(async () => expect(await lock()).toBeChecked());
  await waitFor(async () => expect(await squash()).toBeChecked());
  await user.click(await lock());
  await expectAccessible();
});

it("the last of two quick changes wins, however long the first takes", async () => {
  const { user } = app;
  await openMergeRequest(app, title);
  const iid = /merge_requests\/(\d+)/.exec(app.address)?.[1] ?? "";
  const replies: number[] = [];
  let isFirst = true;
  interceptRequests(/^PUT .*merge_requests\/\d+$/, async (send) => {
    const waitMs = isFirst ? 1_000 : 0;
    isFirst = false;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const response = await send();
    replies.push(response.status);
    return response;
  });
  const draft = async () => (await details()).findByRole("switch", { name: /^Draft/ });
  await user.click(await draft());
  await waitFor(async () => expect(await draft()).toBeChecked());
  await user.click(await draft());
  await waitFor(async () => expect(await draft()).not.toBeChecked());
  await waitFor(() => expect(replies).toEqual([200, 200]));
  const stored = await app.callProject("fjord/lantern", "GET", `/merge_requests/${iid}`);
  expect(stored).toMatchObject({ title });
});

it("a refused change is reverted and reported, with Retry", async () => {
  const { user } = app;
  await openMergeRequest(app, title);
  interceptRequests(/^PUT .*merge_requests\/\d+$/, () => refused(403, "forbidden", "You may not change it."));
  await edit("target branch");
  const others = (await screen.findAllByRole("option")).filter((each) => !each.textContent.includes("main"));
  await user.click(others[0] as HTMLElement);
  expect((await screen.findAllByText(/The target branch was not changed/))[0]).toBeVisible();
  expect(await (await section("Target branch")).findByText("main")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
});

it("typed text survives a reload, and somebody else's change is not overwritten", async () => {
  const { user } = app;
  await openMergeRequest(app, title);
  await user.click(await screen.findByRole("button", { name: "Edit title and description" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Title" })).toHaveFocus());
  const box = () => screen.findByRole("textbox", { name: "Description" });
  const mine = `Mine ${unique()}`;
  await fill(app.user, await box(), mine);
  await untilStored(app, mine);
  await app.reload();
  expect(await box()).toHaveValue(mine);
  const theirs = `Theirs ${unique()}`;
  const iid = /merge_requests\/(\d+)/.exec(app.address)?.[1] ?? "";
  await app.callProject("fjord/lantern", "PUT", `/merge_requests/${iid}`, { description: theirs });
  await user.click(await screen.findByRole("button", { name: "Save" }));
  const alert = (await screen.findByText("Someone else changed it meanwhile")).closest<HTMLElement>(
    '[role="alert"]',
  );
  const warning = within(alert as HTMLElement);
  expect(warning.getByText(theirs)).toBeVisible();
  expect(await box()).toHaveValue(mine);
  await expectAccessible();
  await user.click(warning.getByRole("button", { name: "Overwrite with mine" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Description" })).toBeNull());
  const overview = within(screen.getByRole("region", { name: "Overview" }));
  expect((await overview.findAllByText(mine))[0]).toBeVisible();
});
