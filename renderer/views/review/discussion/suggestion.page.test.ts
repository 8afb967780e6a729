import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { proposeChanges, startThread } from "../../../testing/page/propose-changes.ts";

const app = appForTests();
const handbook = "fjord/handbook";

it("a suggestion is applied, an example of one is code", async () => {
  const name = Math.random().toString(36).slice(2, 8);
  const path = `suggested/${name}.txt`;
  const commit = (branch: string, action: string, bytes: string, start_branch: string) =>
    app.callProject(handbook, "POST", "/repository/commits", {
      ...{ branch, start_branch, commit_message: `${action} ${name}` },
      actions: [{ action, file_path: path, content: btoa(bytes), encoding: "base64" }],
    });
  await commit(`base-${name}`, "create", "caf\xe9\r\nwert = 1\n", "main");
  await commit(`topic-${name}`, "update", "caf\xe9\r\nwert = 2\n", `base-${name}`);
  const { iid, diff_refs } = await app.callProject<{ iid: number; diff_refs: object }>(
    handbook,
    "POST",
    "/merge_requests",
    { source_branch: `topic-${name}`, target_branch: `base-${name}`, title: `Suggested ${name}` },
  );
  const say = (body: string) =>
    app.callProject(handbook, "POST", `/merge_requests/${iid}/discussions`, {
      body,
      position: { position_type: "text", ...diff_refs, old_path: path, new_path: path, new_line: 2 },
    });
  await say("As in\n\n````markdown\n```suggestion\nyour text\n```\n````");
  await say("1. So:\n\n   ```suggestion:-1\n   CAF\xc9\n   wert = 3\n   ```\n");
  await app.open(projectPath(handbook, `merge_requests/${iid}`));
  const card = within(await screen.findByRole("group", { name: "Suggested change" }));
  expect(screen.getAllByRole("group", { name: "Suggested change" })).toHaveLength(1);
  // Behind it may be the one of the changes, which are drawn in advance.
  await waitFor(() => expect(screen.getAllByText(/your text/)[0]).toBeVisible());
  await expectAccessible();
  await app.user.click(await card.findByRole("button", { name: "Apply suggestion" }));
  expect(await screen.findByText(`Committed to topic-${name}`)).toBeVisible();
  const file = `/repository/files/${encodeURIComponent(path)}?ref=topic-${name}`;
  await waitFor(async () => {
    const { content } = await app.callProject<{ content: string }>(handbook, "GET", file);
    expect(atob(content)).toBe("CAF\xc9\r\nwert = 3\n");
  });
});

it("suggestions are applied together, as one commit with a message that can be changed", async () => {
  const path = `batch-${Math.random().toString(36).slice(2, 8)}/a.txt`;
  const text = (word: string) => `one\n${word}\nthree\nfour\n`;
  const made = await proposeChanges(app, handbook, { [path]: text("two") }, { [path]: text("zwei") });
  await startThread(app, handbook, made, "```suggestion\n2\n```", { path, line: 2 });
  await startThread(app, handbook, made, "```suggestion\n4\n```", { path, line: 4 });
  await app.open(projectPath(handbook, `merge_requests/${made.iid}`));
  const cards = await waitFor(() => {
    const all = screen.getAllByRole("group", { name: "Suggested change" });
    expect(all).toHaveLength(2);
    return all;
  });
  for (const card of cards)
    await app.user.click(await within(card).findByRole("button", { name: "Add to batch" }));
  const [apply] = await screen.findAllByRole("button", { name: "Apply 2 suggestions" });
  await app.user.click(apply as HTMLElement);
  const message = await screen.findByRole("textbox", { name: "Commit message" });
  expect(message).toHaveValue(`Apply 2 suggestions to ${path}`);
  await fill(app.user, message, "Write digits");
  await expectAccessible();
  await app.user.click(screen.getByRole("button", { name: `Commit to ${made.branch}` }));
  expect(await screen.findByText(`Committed to ${made.branch}`)).toBeVisible();
  const commits = `/repository/commits?ref_name=${made.branch}&per_page=1`;
  const [commit] = await app.callProject<[{ title: string }]>(handbook, "GET", commits);
  expect(commit.title).toBe("Write digits");
  const file = `/repository/files/${encodeURIComponent(path)}?ref=${made.branch}`;
  const { content } = await app.callProject<{ content: string }>(handbook, "GET", file);
  expect(atob(content)).toBe("one\n2\nthree\n4\n");
  // Their threads are resolved with it.
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Reopen" })).toHaveLength(2));
});

it("a reply keeps a resolved thread resolved, or reopens it where that is asked for", async () => {
  const at = "/merge_requests/1/discussions";
  const title = `Settled ${Math.random().toString(36).slice(2, 8)}`;
  const { id } = await app.callProject<{ id: string }>(handbook, "POST", at, { body: title });
  await app.callProject(handbook, "PUT", `${at}/${id}`, { resolved: true });
  const isResolved = async () => {
    const all = await app.callProject<{ id: string; notes: { resolved?: boolean }[] }[]>(
      handbook,
      "GET",
      `${at}?per_page=100`,
    );
    const notes = all.find((one) => one.id === id)?.notes ?? [];
    return [notes.length, notes.every((note) => note.resolved)];
  };
  await app.open(projectPath(handbook, "merge_requests/1"));
  await app.user.click(await screen.findByRole("button", { name: new RegExp(title) }));
  const reply = async (text: string, reopens: boolean) => {
    const buttons = await screen.findAllByRole("button", { name: "Reply" });
    await app.user.click(buttons.at(-1) as HTMLElement);
    const box = await screen.findByRole("checkbox", { name: "Keep resolved" });
    expect(box).toBeChecked();
    if (reopens) await app.user.click(box);
    await app.user.click(screen.getByRole("textbox", { name: "Reply" }));
    await app.user.paste(text);
    await app.user.click(screen.getAllByRole("button", { name: "Reply" }).at(-1) as HTMLElement);
    expect(await screen.findByText(text)).toBeVisible();
  };
  await reply("Thank you.", false);
  await waitFor(async () => expect(await isResolved()).toEqual([2, true]));
  await reply("One more thing.", true);
  await waitFor(async () => expect(await isResolved()).toEqual([3, false]));
});
