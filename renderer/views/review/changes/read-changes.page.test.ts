import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { proposeChanges } from "../../../testing/page/propose-changes.ts";

const app = appForTests();
const handbook = "fjord/handbook";

it("changes are marked as read one by one, counted, stored, and complete their file", async () => {
  const path = `read-${Math.random().toString(36).slice(2, 8)}/a.txt`;
  const text = (...changed: number[]) =>
    Array.from({ length: 12 }, (_, i) => (changed.includes(i) ? `mine ${i}` : `line ${i}`)).join("\n");
  const made = await proposeChanges(app, handbook, { [path]: text() }, { [path]: text(2, 8) });
  const page = `${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`;
  const open = async () => {
    await app.open(page);
    const changes = await screen.findByRole("region", { name: "Changes" });
    await within(changes).findByText("mine 8");
    return changes;
  };
  const expectCount = (words: string) => waitFor(() => expect(screen.getByText(words)).toBeInTheDocument());
  const rows = () => [...changes.querySelectorAll("[data-read]")].map((row) => row.textContent);
  let changes = await open();
  await expectCount("0 of 1 viewed, read 0 of 4 changed lines");
  await app.user.keyboard("n");
  await app.user.keyboard("m");
  await expectCount("0 of 1 viewed, read 2 of 4 changed lines");
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows().join()).toContain("mine 2");
  await app.open("/");
  changes = await open();
  await expectCount("0 of 1 viewed, read 2 of 4 changed lines");
  // One that was read already is only left behind.
  await waitFor(
    async () => {
      await app.user.keyboard("m");
      expect(screen.getByText("1 of 1 viewed, read 4 of 4 changed lines")).toBeInTheDocument();
    },
    { interval: 1_000 },
  );
  expect(within(changes).getByRole("checkbox", { name: `Viewed ${path}` })).toBeChecked();
  expect(await screen.findByText("No unread change below")).toBeVisible();
  await app.user.keyboard("{Shift>}M{/Shift}");
  await expectCount("0 of 1 viewed, read 2 of 4 changed lines");
  await waitFor(() => expect(rows().join()).toContain("mine 2"));
});

it("the filter leaves some files in the list and in the diff, which are marked as viewed at once", async () => {
  const folder = `filtered-${Math.random().toString(36).slice(2, 8)}`;
  const paths = ["a.ts", "a.test.ts", "b.ts"].map((name) => `${folder}/${name}`);
  const files = (text: string) => Object.fromEntries(paths.map((path) => [path, `${text}\n`]));
  const made = await proposeChanges(app, handbook, files("one"), files("two"));
  await app.open(`${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`);
  const changes = within(await screen.findByRole("region", { name: "Changes" }));
  await changes.findByRole("article", { name: `${folder}/b.ts` });
  await app.user.click(screen.getByRole("button", { name: "Filters" }));
  await app.user.click(await screen.findByRole("menuitem", { name: "Test files" }));
  expect(screen.getByRole("searchbox", { name: "Filter files" })).toHaveValue("kind:test");
  await waitFor(() => expect(changes.getAllByRole("article")).toHaveLength(1));
  const markAll = screen.getByRole("button", { name: "Mark all shown as viewed" });
  // The lines are shown before their changes are counted.
  await waitFor(() => expect(markAll).toBeEnabled());
  await app.user.click(markAll);
  await waitFor(() => expect(screen.getByText(/^1 of 3 viewed/)).toBeInTheDocument());
  await app.user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByText(/^0 of 3 viewed/)).toBeInTheDocument());
  await fill(app.user, screen.getByRole("searchbox", { name: "Filter files" }), "nothing");
  await app.user.click(await screen.findByRole("button", { name: "Show all files" }));
  await waitFor(() => expect(changes.getAllByRole("article")).toHaveLength(3));
});

it("the filter leaves files by their owners, and those that changed since the user's review", async () => {
  const folder = `owned-${Math.random().toString(36).slice(2, 8)}`;
  const [one, two] = [`${folder}/one.ts`, `${folder}/two.ts`];
  const made = await proposeChanges(
    app,
    handbook,
    { [one]: "1\n", [two]: "1\n", ".gitlab/CODEOWNERS": `/${one} @readers\n` },
    { [one]: "2\n", [two]: "2\n" },
  );
  await app.callProject(handbook, "POST", `/merge_requests/${made.iid}/notes`, { body: "I read it" });
  await app.callProject(handbook, "POST", "/repository/commits", {
    branch: made.branch,
    commit_message: "Change one again",
    actions: [{ action: "update", file_path: two, content: "3\n" }],
  });
  await app.open(`${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`);
  const changes = within(await screen.findByRole("region", { name: "Changes" }));
  await changes.findByRole("article", { name: two });
  const expectShown = (...paths: string[]) =>
    waitFor(() => {
      const shown = changes.queryAllByRole("article");
      expect(shown).toHaveLength(paths.length);
      for (const path of paths) expect(changes.getByRole("article", { name: path })).toBeInTheDocument();
    });
  await app.user.click(screen.getByRole("button", { name: "Filters" }));
  await app.user.click(await screen.findByRole("menuitem", { name: "Changed since your review" }));
  await expectShown(two);
  const field = screen.getByRole("searchbox", { name: "Filter files" });
  await fill(app.user, field, "-since:review");
  await expectShown(one);
  await fill(app.user, field, "owner:readers");
  await expectShown(one);
  await fill(app.user, field, "owner:none");
  await expectShown(two);
});
