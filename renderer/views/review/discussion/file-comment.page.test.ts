import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
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

it("a file that the merge request leaves as it is is commented on by name, and the draft is kept until then", async () => {
  const { user } = app;
  const path = `near-${Math.random().toString(36).slice(2, 8)}/a.txt`;
  const made = await proposeChanges(app, handbook, { [path]: "one\n" }, { [path]: "two\n" });
  await app.open(`${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`);
  const begin = async () => {
    const changes = within(await screen.findByRole("region", { name: "Changes" }));
    await changes.findByText("two");
    await user.click(await screen.findByRole("button", { name: "Comment on another file" }));
    return within(await screen.findByRole("dialog", { name: "Comment on another file" }));
  };
  let form = await begin();
  await user.click(await form.findByRole("button", { name: "Choose file" }));
  await user.keyboard("README");
  await user.click(await screen.findByRole("option", { name: /README\.md$/ }));
  expect(await form.findByText("README.md")).toBeVisible();
  await user.click(form.getByRole("textbox", { name: "Line" }));
  await user.paste("one");
  expect(form.getByText("Use the number of a line.")).toBeVisible();
  await user.clear(form.getByRole("textbox", { name: "Line" }));
  await user.paste("2");
  await user.click(form.getByRole("textbox", { name: "Comment" }));
  await user.paste("Say it here, too.");
  await expectAccessible();
  await app.reload();
  form = await begin();
  await waitFor(() =>
    expect(form.getByRole("textbox", { name: "Comment" })).toHaveValue("Say it here, too."),
  );
  await user.click(form.getByRole("button", { name: "Comment now" }));
  expect(await screen.findByText("Commented on README.md")).toBeVisible();
  const threads = await app.callProject<readonly (Thread & { readonly individual_note: boolean })[]>(
    handbook,
    "GET",
    `/merge_requests/${made.iid}/discussions`,
  );
  const thread = threads.find(({ notes }) => notes.some(({ body }) => body.includes("Say it here")));
  expect(thread).toMatchObject({
    individual_note: false,
    notes: [{ body: "On `README.md`, line 2:\n\nSay it here, too." }],
  });
});
