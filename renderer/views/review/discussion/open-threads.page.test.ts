import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { proposeChanges, startThread } from "../../../testing/page/propose-changes.ts";

const app = appForTests();
const handbook = "fjord/handbook";

/** Presses a letter with Shift. */
const shifted = (letter: string) => app.user.keyboard(`{Shift>}${letter}{/Shift}`);

it("keys go from one open thread to the next, through the lines and through the overview", async () => {
  const name = Math.random().toString(36).slice(2, 8);
  const [first, second] = [`threads-${name}/a.txt`, `threads-${name}/b.txt`];
  const text = (word: string) =>
    Array.from({ length: 6 }, (_, i) => (i === 2 ? `${word} ${i}` : `line ${i}`)).join("\n");
  const made = await proposeChanges(
    app,
    handbook,
    { [first]: text("one"), [second]: text("one") },
    { [first]: text("two"), [second]: text("two") },
  );
  const start = (words: string, on?: { path: string; line: number }) =>
    startThread(app, handbook, made, words, on);
  const onB = await start("About the end of b", { path: second, line: 3 });
  const general = await start("About all of it");
  const { id } = await start("Settled long ago", { path: first, line: 2 });
  const onA = await start("About the start of a", { path: first, line: 3 });
  const base = `/merge_requests/${made.iid}`;
  await app.callProject(handbook, "PUT", `${base}/discussions/${id}`, { resolved: true });
  const page = projectPath(handbook, `merge_requests/${made.iid}`);
  const expectAt = ({ notes }: typeof onA) =>
    waitFor(() => expect(app.address).toContain(`#note_${notes[0]?.id}`));
  await app.open(`${page}?tab=changes`);
  const changes = await screen.findByRole("region", { name: "Changes" });
  await within(changes).findByText("About the start of a");
  await shifted("N");
  await expectAt(onA);
  expect(await screen.findByRole("article", { current: "location" })).toHaveTextContent("the start of a");
  await shifted("N");
  await expectAt(onB);
  await shifted("N");
  await expectAt(onA);
  await shifted("P");
  await expectAt(onB);
  expect(app.address).toContain("tab=changes");
  await app.open(page);
  await screen.findByText("About all of it");
  await shifted("N");
  await expectAt(onB);
  await shifted("N");
  await expectAt(general);
  const here = await screen.findByRole("article", { current: "location" });
  expect(here).toHaveTextContent("About all of it");
});

it("a thread is resolved with a reply that names a commit since it was begun", async () => {
  const name = Math.random().toString(36).slice(2, 8);
  const file = `resolved-${name}.txt`;
  const made = await proposeChanges(app, handbook, { [file]: "one\n" }, { [file]: "two\n" });
  const { id } = await startThread(app, handbook, made, "Three would be better", { path: file, line: 1 });
  const before = Date.now();
  await waitFor(() => expect(Date.now()).toBeGreaterThan(Math.ceil(before / 1_000) * 1_000));
  const base = `/merge_requests/${made.iid}`;
  const { source_branch } = await app.callProject<{ source_branch: string }>(handbook, "GET", base);
  const commit = await app.callProject<{ short_id: string }>(handbook, "POST", "/repository/commits", {
    branch: source_branch,
    commit_message: "Make it three",
    actions: [{ action: "update", file_path: file, content: "three\n" }],
  });
  await app.open(projectPath(handbook, `merge_requests/${made.iid}`));
  await screen.findByText("Three would be better");
  await app.user.click(screen.getByRole("button", { name: "Resolve with a commit" }));
  const menu = within(await screen.findByRole("menu"));
  await app.user.click(await menu.findByRole("menuitem", { name: /Make it three/ }));
  await screen.findByRole("button", { name: /^Resolved/, expanded: false });
  const threads = await app.callProject<{ id: string; notes: { body: string; resolved: boolean }[] }[]>(
    handbook,
    "GET",
    `${base}/discussions`,
  );
  const notes = threads.find((thread) => thread.id === id)?.notes ?? [];
  expect(notes.map(({ body }) => body)).toEqual(["Three would be better", `Resolved in ${commit.short_id}.`]);
  expect(notes[0]?.resolved).toBe(true);
});
