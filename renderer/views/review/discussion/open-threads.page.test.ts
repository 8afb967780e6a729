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
