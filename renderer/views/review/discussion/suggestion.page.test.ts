import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests, projectPath } from "../../../testing/page/opened-app.ts";

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
