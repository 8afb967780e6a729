import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { commitAsAnotherClient } from "../../testing/page/commit-as-another-client.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

describe("repository", () => {
  const app = appForTests();
  const lantern = projectPath("fjord/lantern", "files");
  const toolbox = projectPath("fjord/platform/toolbox", "files");

  it("finds over the whole tree with Go to file", async () => {
    await app.open(`${lantern}?ref=main`);
    expect(await screen.findByRole("treeitem", { name: "docs" })).toBeVisible();
    await app.user.keyboard("t");
    const palette = within(await screen.findByRole("dialog"));
    await fill(app.user, palette.getByRole("combobox"), "fuellog");
    // Its letters that match are elements of their own.
    const isWanted = ({ textContent }: Element) => textContent?.includes("fuel-log.ts");
    await waitFor(() => expect(palette.getAllByRole("option").some(isWanted)).toBe(true));
    await app.user.click(palette.getAllByRole("option").find(isWanted) as HTMLElement);
    await waitFor(() => expect(app.address).toMatch(/fuel-log/));
  });

  it("explains an unknown ref", async () => {
    await app.open(`${lantern}?ref=nothing-of-the-kind`);
    expect((await screen.findAllByText(/nothing-of-the-kind/))[0]).toBeVisible();
    await expectAccessible();
  });

  it.for(["100%.md", "issue #7.txt", "question?.txt", "🚢 boat.md", "日本語.txt", "-dash.txt"])(
    "opens a file called %s",
    async (name) => {
      await app.open(`${toolbox}?ref=main&path=${encodeURIComponent("odd names")}`);
      const entries = within(await screen.findByRole("list", { name: "Entries" }));
      await app.user.click(await entries.findByRole("link", { name }));
      await waitFor(() =>
        expect(new URL(app.address, location.origin).searchParams.get("path")).toBe(`odd names/${name}`),
      );
      const main = within(screen.getByRole("main"));
      expect(await main.findByRole("button", { name: "Actions for this file" })).toBeVisible();
      expect(main.queryByRole("alert")).toBeNull();
    },
  );

  it("lists a folder of 5,000 entries", async () => {
    await app.open(`${toolbox}?ref=main&path=buoys`);
    const entries = within(await screen.findByRole("list", { name: "Entries" }));
    expect(await entries.findByRole("link", { name: "buoy-0001.json" })).toBeVisible();
  });

  it("refuses a file of 200 MB with a download", async () => {
    // The service says how large it is; nothing of it is read.
    interceptRequests(/\/repository\/blobs\/[^/]+\/raw$/, async (send) => {
      const { body, status, headers } = await send();
      return new Response(body, {
        status,
        headers: { ...Object.fromEntries(headers), "content-length": "200000000" },
      });
    });
    await app.open(`${lantern}?path=README.md&plain=1`);
    expect(await screen.findByRole("heading", { name: "Too large to show" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Download" })).toBeVisible();
    await expectAccessible();
  });

  it("filters the tree over all folders as one types", async () => {
    await app.open(lantern);
    const filter = async (text: string) =>
      fill(app.user, await screen.findByRole("searchbox", { name: "Filter files" }), text);
    await filter("compts");
    const found = within(await screen.findByRole("listbox", { name: "Matching files" }));
    await app.user.click(await found.findByRole("option", { name: /compare\.ts/ }));
    await waitFor(() => expect(app.address).toMatch(/path=src%2Flib%2Fcompare\.ts/));
    await expectAccessible();
    await filter("");
    expect(await screen.findByRole("tree", { name: "Files" })).toBeVisible();
  });

  it("shows a file beside the one that is read", async () => {
    const { user } = app;
    const chooseBeside = async () => {
      await user.click(await screen.findByRole("button", { name: "Actions for this file" }));
      await user.click(await screen.findByRole("menuitem", { name: "Open to the side" }));
    };
    await app.open(`${lantern}?ref=main&path=README.md`);
    await chooseBeside();
    const beside = async () => within(await screen.findByRole("region", { name: "README.md, to the side" }));
    expect(await (await beside()).findByRole("heading", { name: "Lantern", level: 1 })).toBeVisible();
    // It stays while the file is shown in another way, and after a reload.
    await user.click(screen.getByRole("radio", { name: "Source" }));
    await waitFor(() => expect(app.address).toMatch(/beside=README\.md/));
    expect(app.address).toMatch(/plain=1/);
    await app.reload();
    expect(await (await beside()).findByRole("heading", { name: "Lantern", level: 1 })).toBeVisible();
    await expectAccessible();
    await user.click((await beside()).getByRole("button", { name: "Close split" }));
    await waitFor(() => expect(app.address).not.toMatch(/beside/));
    expect(screen.queryByRole("region", { name: /to the side$/ })).toBeNull();
  });

  it("explains a submodule and moves it to another commit", async () => {
    const { user } = app;
    await app.open(`${toolbox}?path=${encodeURIComponent("vendor/handbook")}`);
    expect(await screen.findByRole("heading", { name: "Submodule" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Update submodule…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Update vendor/handbook" }));
    const commit = dialog.getByRole("textbox", { name: "Commit" });
    await fill(user, commit, "123");
    expect(await dialog.findByText("Not a whole hash")).toBeVisible();
    const hash = Array.from({ length: 40 }, () => Math.floor(Math.random() * 16).toString(16)).join("");
    await fill(user, commit, hash);
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Update" }));
    expect(await screen.findByText(new RegExp(`points at ${hash.slice(0, 8)} on`))).toBeVisible();
  });
});

describe("viewers", () => {
  const app = appForTests();
  const project = "fjord/handbook";
  const folder = () => `viewers-${Math.random().toString(36).slice(2, 8)}`;
  const file = (path: string, of = project) => `${projectPath(of, "files")}?path=${encodeURIComponent(path)}`;

  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 7340032\n`;

  it("explains pointers", async () => {
    const at = folder();
    await commitAsAnotherClient(app, project, { [`${at}/film.psd`]: pointer, [`${at}/photo.png`]: pointer });
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
    await commitAsAnotherClient(app, project, { [`${at}/boats.tsv`]: `name\tlength\n${rows}\n` });
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
});
