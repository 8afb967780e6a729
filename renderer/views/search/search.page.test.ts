import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { commitAsAnotherClient } from "../../testing/page/commit-as-another-client.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests, refused } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();

it("searches files by text, word and pattern, and opens a result at its line", async () => {
  const { user } = app;
  await app.open(projectPath("fjord/lantern", "search"));
  expect(await screen.findByRole("heading", { name: "Search in files", level: 1 })).toBeVisible();
  const box = screen.getByRole("searchbox", { name: "Search in files" });
  await fill(user, box, "export function compare");
  const findResult = (name: RegExp) =>
    waitFor(() => {
      const results = within(screen.getByRole("listbox", { name: "Results" }));
      return results.getAllByRole("option", { name })[0] as HTMLElement;
    });
  expect(await findResult(/src\/lib\/compare\.ts/)).toBeVisible();
  expect(await screen.findByText(/all files searched/i)).toBeVisible();
  await expectAccessible();
  const include = screen.getByRole("textbox", { name: "Files to include" });
  await fill(user, include, "docs/**");
  expect(await findResult(/docs\/architecture\.md/)).toBeVisible();
  expect(screen.queryByRole("option", { name: /compare\.ts/ })).toBeNull();
  await fill(user, include, "");
  await user.click(screen.getByRole("button", { name: "Regular expression" }));
  await fill(user, box, "(");
  expect((await screen.findAllByText(/Invalid regular expression|unterminated/i))[0]).toBeVisible();
  await fill(user, box, "function comp\\w+<T>");
  await user.click(await findResult(/2\s*export function compare|export function compare/));
  await waitFor(() => expect(app.address).toMatch(/files\?.*path=src%2Flib%2Fcompare\.ts.*#L2/));
});

it("lists files that were not searched, and offers to search more", async () => {
  interceptRequests(/\/repository\/archive/, () => refused(406, "unexpected", "No archives here."));
  const archives = recordRequests(/\/repository\/archive/);
  await app.open(`${projectPath("fjord/platform/toolbox", "search")}?q=nothing-holds-this&here=1`);
  expect(await screen.findByText(/beyond the budget/)).toBeVisible();
  expect(archives).not.toHaveLength(0);
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("button", { name: /Search more|Cancel/ })).toBeVisible();
  await expectAccessible();
});

it("finds words in files of other encodings here, too", async () => {
  await commitAsAnotherClient(app, "fjord/lantern", {
    "legacy/utf-16.txt": Buffer.from("\ufeffGrößenwahn hier\n", "utf16le"),
    "legacy/latin.txt": Buffer.from("eins\nGr\xf6\xdfenwahn dort\n", "latin1"),
  });
  await app.open(`${projectPath("fjord/lantern", "search")}?q=gr%C3%B6%C3%9Fenwahn&here=1`);
  expect(await screen.findByRole("option", { name: /Größenwahn dort/ })).toBeVisible();
  expect(await screen.findByRole("option", { name: /Größenwahn hier/ })).toBeVisible();
});
