import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

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
  const card = within(await screen.findByRole("region", { name: "Suggested change" }));
  expect(screen.getAllByRole("region", { name: "Suggested change" })).toHaveLength(1);
  expect(await screen.findByText(/your text/)).toBeVisible();
  await expectAccessible();
  await app.user.click(await card.findByRole("button", { name: "Apply suggestion" }));
  expect(await screen.findByText(`Committed to topic-${name}`)).toBeVisible();
  const file = `/repository/files/${encodeURIComponent(path)}?ref=topic-${name}`;
  await waitFor(async () => {
    const { content } = await app.callProject<{ content: string }>(handbook, "GET", file);
    expect(atob(content)).toBe("CAF\xc9\r\nwert = 3\n");
  });
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
