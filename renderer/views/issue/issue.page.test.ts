import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { untilStored } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const lantern = "fjord/lantern";
const unique = () => Math.random().toString(36).slice(2, 8);

interface MadeIssue {
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: string;
  readonly labels: readonly string[];
  readonly due_date: string | null;
  readonly confidential: boolean;
  readonly assignees: readonly { readonly username: string }[];
}

/** Makes an issue and opens its page. */
async function openIssue(fields: object = {}, project = lantern): Promise<MadeIssue> {
  await app.open(projectPath(project));
  const given = { title: `Lamp ${unique()}`, ...fields };
  const made = await app.callProject<MadeIssue>(project, "POST", "/issues", given);
  await app.open(projectPath(project, `issues/${made.iid}`));
  await screen.findByRole("complementary", { name: "Details" });
  return made;
}
const read = ({ iid }: MadeIssue, project = lantern) =>
  app.callProject<MadeIssue>(project, "GET", `/issues/${iid}`);
const section = async (name: string) =>
  within(
    await within(await screen.findByRole("complementary", { name: "Details" })).findByRole("region", {
      name,
    }),
  );

it("shows an issue, whose fields are changed by their buttons and by keys", async () => {
  const { user } = app;
  const issue = await openIssue({ description: "- [ ] Buy oil\n- [x] Fill it" });
  expect(screen.getByRole("heading", { level: 1, name: new RegExp(issue.title) })).toBeVisible();
  await expectAccessible();
  const [task] = await screen.findAllByRole("checkbox");
  await user.click(task as HTMLElement);
  await waitFor(async () => expect((await read(issue)).description).toBe("- [x] Buy oil\n- [x] Fill it"));

  // What was clicked may be drawn again meanwhile.
  (document.activeElement as HTMLElement | null)?.blur();
  await screen.findByRole("button", { name: "Edit labels" });
  await user.keyboard("l");
  await fill(user, await screen.findByRole("combobox", { name: "Labels of the issue" }), "bug");
  await user.click(await screen.findByRole("option", { name: "bug" }));
  await user.keyboard("{Escape}");
  expect(await (await section("Labels")).findByText("bug")).toBeVisible();
  await user.keyboard("i");
  await waitFor(async () => expect((await read(issue)).assignees).toHaveLength(1));
  await user.keyboard("d");
  const due = await screen.findByLabelText("Due date", { selector: "input" });
  await user.type(due, "2031-05-06");
  await user.keyboard("{Enter}");
  await waitFor(async () => expect((await read(issue)).due_date).toBe("2031-05-06"));
  await user.click(await (await section("Options")).findByRole("switch", { name: /^Confidential/ }));
  await waitFor(async () => expect((await read(issue)).confidential).toBe(true));
  await user.click(await (await section("Time")).findByRole("button", { name: "Estimate" }));
  await fill(user, await screen.findByRole("textbox", { name: "Estimate" }), "1d 2h");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Nothing spent of 1d 2h")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(await screen.findByRole("button", { name: "Reopen" })).toBeVisible();
  await waitFor(async () => expect((await read(issue)).state).toBe("closed"));
  (document.activeElement as HTMLElement | null)?.blur();
  await user.keyboard("{Shift>}c{/Shift}");
  await waitFor(async () => expect((await read(issue)).state).toBe("opened"));
  expect((await read(issue)).labels).toEqual(["bug"]);
});

it("a refused change is reverted and reported, with Retry", async () => {
  const { user } = app;
  await openIssue();
  interceptRequests(/^PUT .*\/issues\/\d+$/, () => refused(403, "forbidden", "You may not change it."));
  await user.click(await (await section("Options")).findByRole("switch", { name: /^Lock discussion/ }));
  expect((await screen.findAllByText("The discussion was not locked"))[0]).toBeVisible();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  expect((await section("Options")).getByRole("switch", { name: /^Lock discussion/ })).not.toBeChecked();
});

it("merges what two people wrote, and leaves the same lines to the author", async () => {
  const { user } = app;
  const issue = await openIssue({ description: "one\ntwo\nthree\nfour\n" });
  const edit = async (text: string) => {
    await user.keyboard("e");
    await fill(user, await screen.findByRole("textbox", { name: "Description" }), text);
  };
  const theirs = (description: string) =>
    app.callProject(lantern, "PUT", `/issues/${issue.iid}`, { description });
  await edit("ONE\ntwo\nthree\nfour\n");
  await untilStored(app, "ONE\ntwo");
  await app.reload();
  expect(await screen.findByRole("textbox", { name: "Description" })).toHaveValue("ONE\ntwo\nthree\nfour\n");
  await theirs("one\ntwo\nthree\nFOUR\n");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Description" })).toBeNull());
  expect((await read(issue)).description.trim()).toBe("ONE\ntwo\nthree\nFOUR");

  await screen.findByText(/ONE/);
  (document.activeElement as HTMLElement | null)?.blur();
  await edit("mine\ntwo\nthree\nFOUR\n");
  await theirs("theirs\ntwo\nthree\nFOUR\n");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Someone else changed it meanwhile")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Merge descriptions" }));
  const merge = within(await screen.findByRole("region", { name: "Merge of descriptions" }));
  await user.click(await merge.findByRole("radio", { name: "Both" }));
  await expectAccessible();
  await user.click(merge.getByRole("button", { name: "Use result" }));
  expect(screen.getByRole("textbox", { name: "Description" })).toHaveValue(
    "mine\ntheirs\ntwo\nthree\nFOUR\n",
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () =>
    expect((await read(issue)).description.trim()).toBe("mine\ntheirs\ntwo\nthree\nFOUR"),
  );
});

it("comments are read, added, replied to, changed, deleted and reacted to", async () => {
  const { user } = app;
  const words = `Seen again ${unique()}`;
  await app.open(projectPath(lantern));
  const project = within(await screen.findByRole("region", { name: lantern }));
  await user.click(project.getByRole("button", { name: "Plan" }));
  await user.click(project.getByRole("link", { name: "Issues" }));
  await user.click(await screen.findByRole("link", { name: "The wall flickers at noon" }));
  expect(await screen.findByText("It is the tide table that reloads. I will look.")).toBeVisible();
  const box = () => screen.findByRole("textbox", { name: "Comment" });
  await fill(user, await box(), words);
  await app.reload();
  const reloaded = await box();
  await waitFor(() => expect(reloaded).toHaveValue(words));
  reloaded.focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  const card = async (text: string) =>
    waitFor(() => {
      const cards = screen.getAllByRole("article", { name: /^Comment by/ });
      const found = cards.find(({ textContent }) => textContent?.includes(text));
      if (!found) throw new Error("The comment is missing");
      return found;
    });
  const mine = await card(words);
  await user.click(within(mine).getByRole("button", { name: "Edit comment" }));
  await fill(user, await screen.findByRole("textbox", { name: "Edit comment" }), `${words}, twice`);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(`${words}, twice`)).toBeVisible();
  const replies = await screen.findAllByRole("button", { name: "Reply" });
  await user.click(replies.at(-1) as HTMLElement);
  await fill(user, await screen.findByRole("textbox", { name: "Reply" }), `Answer to ${words}`);
  await user.keyboard("{Control>}{Enter}{/Control}");
  const reply = await card(`Answer to ${words}`);
  await expectAccessible();
  await user.click(await within(reply).findByRole("button", { name: "Add reaction" }));
  await fill(user, await screen.findByRole("combobox", { name: "Add reaction" }), "eyes");
  await user.click((await screen.findAllByRole("option", { name: "eyes" }))[0] as HTMLElement);
  expect(
    await within(await card(`Answer to ${words}`)).findByRole("button", { name: "eyes: 1, you" }),
  ).toBeVisible();
  await user.click(within(await card(`Answer to ${words}`)).getByRole("button", { name: "Delete comment" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText(`Answer to ${words}`)).toBeNull());
});

it("a merge request is created from an issue, and the issue names it", async () => {
  const { user } = app;
  const project = "fjord/handbook";
  const issue = await openIssue({}, project);
  await user.click(screen.getByRole("button", { name: "Create merge request" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create merge request" }));
  const branch = `${issue.iid}-${issue.title.toLowerCase().replaceAll(" ", "-")}`;
  expect(dialog.getByRole("textbox", { name: "New branch" })).toHaveValue(branch);
  await waitFor(() => expect(dialog.getByRole("textbox", { name: "Start from" })).toHaveValue("main"));
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Create merge request" }));
  expect(
    await screen.findByRole("heading", { level: 1, name: new RegExp(`Draft: Resolve "${issue.title}"`) }),
  ).toBeVisible();
  const link = await screen.findByRole("link", { name: new RegExp(`#${issue.iid}`) });
  await user.click(link);
  const named = within(await screen.findByRole("region", { name: "Merge requests" }));
  expect(await named.findByRole("link", { name: new RegExp(`Resolve "${issue.title}"`) })).toBeVisible();
  expect(named.getByText("Closes")).toBeVisible();
});

it("an issue is moved and deleted, and one that is gone leads to the list", async () => {
  const { user } = app;
  const issue = await openIssue();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Move…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Move issue" }));
  await user.click(dialog.getByRole("button", { name: /^Project/ }));
  await user.click(await screen.findByRole("option", { name: "fjord/handbook" }));
  await user.click(dialog.getByRole("button", { name: "Move issue" }));
  await waitFor(() => expect(app.address).toMatch(/handbook\/issues\/\d+$/));
  expect(await screen.findByRole("heading", { level: 1, name: new RegExp(issue.title) })).toBeVisible();
  const moved = app.address;
  expect(await read(issue)).toMatchObject({ state: "closed" });
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete…" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(app.address).toMatch(/handbook\/issues$/));
  await app.open(moved);
  expect(await screen.findByRole("heading", { name: /^Issue #\d+ was not found$/ })).toBeVisible();
  await expectAccessible();
});
