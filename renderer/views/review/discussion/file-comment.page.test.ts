import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { interceptRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { proposeChanges } from "../../../testing/page/propose-changes.ts";

const app = appForTests();
const handbook = "fjord/handbook";

interface Thread {
  readonly notes: readonly {
    readonly body: string;
    readonly position?: { readonly position_type: string; readonly new_path: string } | null;
  }[];
}

/** Comments on the only file of a new merge request. Returns its path, and the threads of the merge request then. */
async function commentOnFile(words: string) {
  const path = `whole-${Math.random().toString(36).slice(2, 8)}/a.txt`;
  const made = await proposeChanges(app, handbook, { [path]: "one\n" }, { [path]: "two\n" });
  await app.open(`${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`);
  const changes = within(await screen.findByRole("region", { name: "Changes" }));
  await changes.findByText("two");
  await app.user.click(changes.getByRole("button", { name: "Comment on the file" }));
  await app.user.click(await changes.findByRole("textbox", { name: "Comment on the file" }));
  await app.user.paste(words);
  await app.user.click(changes.getByRole("button", { name: "Comment now" }));
  await waitFor(() => expect(changes.queryByRole("textbox", { name: "Comment on the file" })).toBeNull());
  const threads = await app.callProject<readonly Thread[]>(
    handbook,
    "GET",
    `/merge_requests/${made.iid}/discussions`,
  );
  return {
    path,
    changes,
    note: threads.flatMap(({ notes }) => notes).find(({ body }) => body.includes(words)),
  };
}

it("a file is commented on as a whole", async () => {
  const { path, changes, note } = await commentOnFile("Is this file needed?");
  expect(note?.position).toMatchObject({ position_type: "file", new_path: path });
  const thread = within(await changes.findByRole("region", { name: "Thread on the file" }));
  expect(await thread.findByText("Is this file needed?")).toBeVisible();
});

it("where a service has no comments on files, the text names the file", async () => {
  let sent = 0;
  interceptRequests(/^POST .*\/discussions(\?|$)/, (send) =>
    ++sent === 1 ? refused(400, "invalid", "400 Bad Request: position is invalid") : send(),
  );
  const { path, note } = await commentOnFile("Is this one needed?");
  expect(note?.body).toBe(`On \`${path}\`:\n\nIs this one needed?`);
  expect(note?.position ?? null).toBeNull();
});
