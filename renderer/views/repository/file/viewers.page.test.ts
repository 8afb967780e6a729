import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { commitFiles } from "../../../testing/page/commit-files.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { fill } from "../../../testing/page/keys.ts";
import { appForTests, projectPath } from "../../../testing/page/opened-app.ts";

const app = appForTests();
const project = "fjord/handbook";
const folder = () => `viewers-${Math.random().toString(36).slice(2, 8)}`;
const file = (path: string, of = project) => `${projectPath(of, "files")}?path=${encodeURIComponent(path)}`;

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 7340032\n`;

it("explains pointers", async () => {
  const at = folder();
  await commitFiles(app, project, { [`${at}/film.psd`]: pointer, [`${at}/photo.png`]: pointer });
  const title = "Stored in Git LFS";
  await app.open(file(`${at}/film.psd`));
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByText(/7\.\d MB|7 MB/)).toBeVisible();
  await app.open(file(`${at}/photo.png`));
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByRole("button", { name: "Show the pointer" })).toBeVisible();
});

it("filters and sorts tables, and draws notebooks", async () => {
  const at = folder();
  const rows = Array.from({ length: 3_000 }, (_, i) => `boat ${i}\t${(i * 7919) % 3_000}`).join("\n");
  await commitFiles(app, project, { [`${at}/boats.tsv`]: `name\tlength\n${rows}\n` });
  await app.open(file(`${at}/boats.tsv`));
  const size = "3,000 rows, 2 columns";
  expect(await screen.findByText(size)).toBeVisible();
  const list = within(screen.getByRole("list", { name: "Rows of boats.tsv" }));
  const expectFirst = (text: string) =>
    waitFor(() => expect(list.getAllByRole("listitem")[0]).toHaveTextContent(text));
  await app.user.click(screen.getByRole("button", { name: /^Sort by length/ }));
  await expectFirst("boat 0");
  await app.user.click(screen.getByRole("button", { name: /^Sort by length/ }));
  await expectFirst("2999");
  await fill(app.user, screen.getByRole("searchbox", { name: "Filter rows" }), "boat 1234");
  expect(await screen.findByText("1 match")).toBeVisible();
  await expectAccessible();
  await app.user.click(screen.getByRole("radio", { name: "Source" }));
  await waitFor(() => expect(screen.queryByText(size)).toBeNull());
  expect(app.address).toMatch(/plain=1/);
  await app.reload();
  expect(await screen.findByRole("radio", { name: "Source" })).toBeChecked();
  await app.user.click(screen.getByRole("radio", { name: "Rendered" }));
  expect(await screen.findByText(size)).toBeVisible();
  await app.open(file("notebooks/levels.ipynb", "atlas/tides"));
  const notebook = within(await screen.findByRole("region", { name: /^Notebook / }));
  expect((await notebook.findAllByRole("heading", { level: 1 }))[0]).toBeVisible();
  expect((await notebook.findAllByRole("img"))[0]).toBeVisible();
  expect(
    notebook.getAllByRole("listitem").some(({ textContent }) => textContent?.includes("tides.describe()")),
  ).toBe(true);
});
