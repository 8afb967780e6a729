import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const project = "fjord/lantern";

interface MadeIssue {
  readonly iid: number;
  readonly title: string;
  readonly labels: readonly string[];
  readonly state: string;
}

const column = async (name: string) => screen.findByRole("region", { name });
const cards = async (name: string) =>
  within(await within(await column(name)).findByRole("list", { name: `Issues in ${name}` }));

/** Makes an issue, shows the board with it alone, and returns it. */
async function openBoard(labels = ""): Promise<MadeIssue> {
  const title = `Card ${Math.random().toString(36).slice(2, 8)}`;
  await app.open(projectPath(project));
  const made = await app.callProject<MadeIssue>(project, "POST", "/issues", { title, labels });
  await app.open(`${projectPath(project, "boards")}?q=${encodeURIComponent(title)}`);
  return made;
}

const read = ({ iid }: MadeIssue) => app.callProject<MadeIssue>(project, "GET", `/issues/${iid}`);

it("moves an issue by its menu and by keys, and back by the toast", async () => {
  const { user } = app;
  const issue = await openBoard();
  // Labels of the sample that name a stage of work.
  expect(await (await cards("Open")).findByRole("link", { name: issue.title })).toBeVisible();
  expect(await column("needs review")).toBeVisible();
  await expectAccessible();
  await user.click((await cards("Open")).getByRole("button", { name: `Move #${issue.iid}` }));
  await user.click(await screen.findByRole("menuitem", { name: "needs review" }));
  expect(await (await cards("needs review")).findByRole("link", { name: issue.title })).toBeVisible();
  expect(await screen.findByText(`Moved #${issue.iid} to needs review`)).toBeVisible();
  await waitFor(async () => expect((await read(issue)).labels).toEqual(["needs review"]));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(async () => expect((await read(issue)).labels).toEqual([]));
  expect(await (await cards("Open")).findByRole("link", { name: issue.title })).toBeVisible();

  const names = ["Open", "doing", "needs review", "next", "Closed"];
  for (const [at, name] of names.entries()) {
    expect(await (await cards(name)).findByRole("link", { name: issue.title })).toBeVisible();
    const list = within(await column(name)).getByRole("list");
    if (at === 0) list.focus();
    // The focus goes with it.
    await waitFor(() => expect(list).toHaveFocus());
    if (at < names.length - 1) await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
  }
  await waitFor(async () => expect((await read(issue)).state).toBe("closed"));
});

it("moves an issue that is dragged, and shows it where it was after a refusal", async () => {
  const issue = await openBoard("needs review");
  const card = await (await cards("needs review")).findByRole("link", { name: issue.title });
  const dragged = card.closest<HTMLElement>("[draggable]") as HTMLElement;
  const transfer = { setData: () => undefined, effectAllowed: "" };
  const drop = async (name: string) => {
    fireEvent.dragStart(dragged, { dataTransfer: transfer });
    const target = await column(name);
    fireEvent.dragOver(target, { dataTransfer: transfer });
    fireEvent.drop(target, { dataTransfer: transfer });
  };
  interceptRequests(/^PUT .*\/issues\/\d+$/, () => refused(403, "forbidden", "You may not move it."));
  await drop("Closed");
  expect((await screen.findAllByText(`#${issue.iid} was not moved`))[0]).toBeVisible();
  expect(await (await cards("needs review")).findByRole("link", { name: issue.title })).toBeVisible();
});

it("has the columns that were chosen, in their order", async () => {
  const { user } = app;
  await openBoard();
  const columns = await screen.findByRole("button", { name: "Columns" });
  await waitFor(() => expect(columns).toBeEnabled());
  await user.click(columns);
  await user.click(await screen.findByRole("option", { name: "bug" }));
  await user.keyboard("{Escape}");
  expect(await column("bug")).toBeVisible();
  const names = () =>
    within(screen.getByRole("region", { name: "Columns" }))
      .getAllByRole("heading", { level: 2 })
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(["Open", "doing", "needs review", "next", "bug", "Closed"]);
  await user.click(screen.getByRole("button", { name: "Actions for column bug" }));
  await user.click(await screen.findByRole("menuitem", { name: "Move column left" }));
  const moved = ["Open", "doing", "needs review", "bug", "next", "Closed"];
  await waitFor(() => expect(names()).toEqual(moved));
  await app.reload();
  await column("bug");
  expect(names()).toEqual(moved);
  await user.click(screen.getByRole("button", { name: "Actions for column next" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove column" }));
  await waitFor(() => expect(names()).toEqual(["Open", "doing", "needs review", "bug", "Closed"]));
});

it("has columns to which others are added only once they are known", async () => {
  const labels = Promise.withResolvers<void>();
  interceptRequests(/^GET .*harbor\/labels\?/, async (send) => {
    await labels.promise;
    return send();
  });
  await app.open(projectPath("fjord/platform/harbor", "boards"));
  expect(await screen.findByRole("button", { name: "Columns" })).toBeDisabled();
  labels.resolve();
  await waitFor(() => expect(screen.getByRole("button", { name: "Columns" })).toBeEnabled());
});
