import { createHash } from "node:crypto";
import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../../testing/page/intercept-requests.ts";
import { openMergeRequest } from "../../../testing/page/open-merge-request.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { projectPath } from "../../../testing/page/project-path.ts";
import { type Files, proposeChanges } from "../../../testing/page/propose-changes.ts";

describe("changes", () => {
  const app = appForTests();
  const lantern = "fjord/lantern";
  const unique = () => Math.random().toString(36).slice(2, 8);

  /** Makes a merge request that changes files of main. Returns its number. */
  const propose = async (...files: [before: Files, after: Files]): Promise<number> =>
    (await proposeChanges(app, lantern, ...files)).iid;

  const openChanges = async (iid: number) => {
    await app.open(`${projectPath(lantern, `merge_requests/${iid}`)}?tab=changes`);
    return screen.findByRole("region", { name: "Changes" });
  };

  /** An image of one pixel, in teal and in orange. */
  const pixels = [
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNgaGgAAAGEAQFocvOPAAAAAElFTkSuQmCC",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4v5QBAARLAaUB86kaAAAAAElFTkSuQmCC",
  ].map((text) => Buffer.from(text, "base64")) as [Buffer, Buffer];

  it("an image is compared side by side, swiped, and as an onion skin", async () => {
    const { user } = app;
    const path = `pictures-${unique()}/flag.png`;
    const changes = within(await openChanges(await propose({ [path]: pixels[0] }, { [path]: pixels[1] })));
    expect(await changes.findByRole("img", { name: "Before" })).toBeVisible();
    expect(changes.getByRole("img", { name: "After" })).toBeVisible();
    await user.click(changes.getByRole("radio", { name: "Swipe" }));
    fireEvent.change(await changes.findByRole("slider", { name: "Where the images meet" }), {
      target: { value: "20" },
    });
    await user.click(changes.getByRole("radio", { name: "Onion skin" }));
    expect(await changes.findByRole("slider", { name: "How much of the newer image is seen" })).toHaveValue(
      "20",
    );
    await expectAccessible();
  });

  it("whitespace is ignored, moved lines are marked, and the file is shown whole", async () => {
    const { user } = app;
    const lines = Array.from(
      { length: 80 },
      (_, i) => `export const berth${i} = "${i} metres of quay, ${i * 7}";`,
    );
    const path = `reading-${unique()}/berths.ts`;
    const moved = lines.slice(10, 16);
    const changed = [...lines.slice(0, 10), ...lines.slice(16, 60), ...moved, ...lines.slice(60)].map(
      (line) =>
        line.startsWith("export const berth5 ") ? `    ${line}` : line.replace("30 metres", "thirty metres"),
    );
    const text = (all: readonly string[]) => `${all.join("\n")}\n`;
    const region = await openChanges(await propose({ [path]: text(lines) }, { [path]: text(changed) }));
    const changes = within(region);
    const linesWith = (words: string, kind = "") =>
      [...region.querySelectorAll(`[data-kind${kind}]`)].filter((row) => row.textContent.includes(words));
    const added = (words: string) => linesWith(words, '="added"');
    const expectAdded = (words: string) => waitFor(() => expect(added(words)[0]).toBeVisible());
    await expectAdded("thirty metres");
    await expectAdded("berth5 ");
    expect((await changes.findAllByTitle(/moved|Moved/))[0]).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Ignore whitespace" }));
    await waitFor(() => expect(added("berth5 ")).toEqual([]));
    await expectAdded("thirty metres");
    await user.click(screen.getByRole("radio", { name: "Side by side" }));
    await expectAdded("thirty metres");
    await user.click(screen.getByRole("radio", { name: "Unified" }));
    await user.click(screen.getByRole("button", { name: "Ignore whitespace" }));
    await expectAdded("berth5 ");
    expect(linesWith("berth45 ")).toEqual([]);
    await user.click(changes.getByRole("button", { name: "Show full file" }));
    await waitFor(() => expect(linesWith("berth20 ")[0]).toBeVisible());
    await expectAccessible();
  });

  it("commits are read one at a time, with keys", async () => {
    const { user } = app;
    await openMergeRequest(app, "Plan who lies at which berth", { tab: "Commits" });
    const commits = within(await screen.findByRole("listbox", { name: "Commits of the merge request" }));
    expect((await commits.findAllByRole("option"))[0]).toBeVisible();
    const shown = () => screen.findByRole("region", { name: /^Changes of / });
    const first = (await shown()).getAttribute("aria-label");
    await user.keyboard("x");
    await waitFor(async () => expect(await shown()).not.toHaveAttribute("aria-label", first ?? ""));
    await user.keyboard("z");
    await waitFor(async () => expect(await shown()).toHaveAttribute("aria-label", first ?? ""));
    await expectAccessible();
  });

  it("others' comments leave an unsent one alone", async () => {
    const { user } = app;
    const [{ iid }] = await app.callProject<[{ iid: number }]>(
      lantern,
      "GET",
      `/merge_requests?state=all&search=${encodeURIComponent("Make the wall as wide as it is")}`,
    );
    const changes = within(await openChanges(iid));
    const mine = `Mine ${unique()}`;
    const [pick] = await changes.findAllByRole("button", { name: "Comment on line 1" });
    await user.click(pick as HTMLElement);
    const box = await screen.findByRole("textbox", { name: "Comment on line 1" });
    await fill(app.user, box, mine);
    const theirs = `Theirs ${unique()}`;
    const base = `/merge_requests/${iid}`;
    const [version] = await app.callProject<Record<string, string>[]>(lantern, "GET", `${base}/versions`);
    const path = "src/wall-width.ts";
    await app.callProject(lantern, "POST", `${base}/discussions`, {
      body: theirs,
      position: {
        base_sha: version?.base_commit_sha,
        start_sha: version?.start_commit_sha,
        head_sha: version?.head_commit_sha,
        position_type: "text",
        new_path: path,
        old_path: path,
        new_line: 1,
      },
    });
    expect(await changes.findByText(theirs, {}, { timeout: 45_000 })).toBeVisible();
    expect(box).toHaveValue(mine);
    expect(screen.getByRole("textbox", { name: "Comment on line 1" })).toBe(box);
    await user.click(screen.getByRole("button", { name: "Discard" }));
  });

  it("an address opens a file's line, a comment on a line, a comment of a resolved thread, and a commit of it", async () => {
    const { user } = app;
    const path = `places-${unique()}/gears.txt`;
    const text = (line: string) =>
      Array.from({ length: 60 }, (_, i) => (i === 39 ? line : `line ${i + 1}`)).join("\n");
    const iid = await propose({ [path]: text("one tooth") }, { [path]: text("two teeth") });
    const page = projectPath(lantern, `merge_requests/${iid}`);
    const place = createHash("sha1").update(path).digest("hex");
    const base = `/merge_requests/${iid}`;
    const [version] = await app.callProject<Record<string, string>[]>(lantern, "GET", `${base}/versions`);
    type Thread = { readonly id: string; readonly notes: readonly { readonly id: number }[] };
    const add = (more: object) => app.callProject<Thread>(lantern, "POST", `${base}/discussions`, more);
    const onLine = await add({
      body: "On the line",
      position: {
        base_sha: version?.base_commit_sha,
        start_sha: version?.start_commit_sha,
        head_sha: version?.head_commit_sha,
        position_type: "text",
        new_path: path,
        old_path: path,
        new_line: 40,
      },
    });
    const general = await add({ body: "About it all" });
    await app.callProject(lantern, "PUT", `${base}/discussions/${general.id}`, { resolved: true });
    await app.open(`${page}?tab=changes#${place}_41_40`);
    const changes = await screen.findByRole("region", { name: "Changes" });
    await within(changes).findByText("two teeth");
    await waitFor(() => expect(changes.querySelector("[aria-live]")).toHaveTextContent(`Change in ${path}`));
    await app.open("/");
    await app.open(`${page}?tab=changes#note_${onLine.notes[0]?.id}`);
    const shown = (words: string) =>
      waitFor(() => {
        const comments = screen.getAllByRole("article", { current: "location" });
        expect(comments.map(({ textContent }) => textContent).join()).toContain(words);
      });
    await shown("On the line");
    await app.open("/");
    // It is on no line: the overview has it.
    await app.open(`${page}?tab=changes#note_${general.notes[0]?.id}`);
    await shown("About it all");
    expect(app.address).toBe(`${page}#note_${general.notes[0]?.id}`);
    await app.open(
      `${projectPath(lantern, `commits/${version?.head_commit_sha}`)}?merge_request=${iid}#${place}_41_40`,
    );
    expect(await screen.findByRole("link", { name: `All changes of !${iid}` })).toBeVisible();
    await user.click(screen.getByRole("link", { name: `All changes of !${iid}` }));
    expect(app.address).toBe(`${page}?tab=changes`);
  });

  it("changes are those of the merge request where the service shows no versions", async () => {
    interceptRequests(/\/merge_requests\/\d+\/versions(\/|\?|$)/, async () =>
      refused(403, "forbidden", "403 Forbidden"),
    );
    const name = `${unique()}.txt`;
    const iid = await propose({ [name]: "one\ntwo\n" }, { [name]: "one\nthree\n" });
    const changes = within(await openChanges(iid));
    expect(await changes.findByText("three")).toBeVisible();
    expect(await screen.findByText(/of 1 viewed/)).toBeVisible();
    await app.open(`${projectPath(lantern, `merge_requests/${iid}`)}?tab=commits`);
    expect((await screen.findAllByText("update"))[0]).toBeVisible();
  });
});

describe("versions", () => {
  const app = appForTests();

  it("two versions are compared across a rebase, and changes of the target are marked", async () => {
    const { user } = app;
    await openMergeRequest(app, "Plan who lies at which berth", { tab: "Changes" });
    expect(await screen.findByText(/of 2 viewed/)).toBeVisible();
    await expectAccessible();
    const changes = async () => within(await screen.findByRole("region", { name: "Changes" }));
    const openVersions = async () => user.click(await screen.findByRole("button", { name: /^Versions: / }));
    await openVersions();
    await user.click(await screen.findByRole("combobox", { name: "To" }));
    expect(await screen.findByRole("option", { name: /^Version 6/ })).toHaveTextContent(
      /ago · \d+ commits?$/,
    );
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Versions × files" }));
    const matrix = within(await screen.findByRole("dialog", { name: "Versions × files" }));
    expect(matrix.getByRole("list", { name: "Legend" })).toHaveTextContent(/changed the file anew/);
    expect(await matrix.findByRole("row", { name: /berths\.ts/ })).toBeVisible();
    await expectAccessible();
    await user.click(matrix.getByRole("button", { name: /Version 2/ }));
    await user.click(matrix.getByRole("button", { name: "Show version 2 → version 6" }));
    await waitFor(() => expect(app.address).toMatch(/from=[0-9a-f]{40}/));
    expect(
      await screen.findByText("Rebased in between: changes from the target branch are greyed."),
    ).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole("region", { name: "Changes" })).toHaveTextContent(
        "export const berth60 = plan(60, { guests: true });",
      ),
    );
    // The README is the same in both versions, and is shown as such.
    expect(await screen.findByText("1 file with the same change in both versions")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Search in the change" }));
    await user.paste("berth60");
    // A file that is collapsed in one comparison does not collapse the first file of another one.
    await user.click((await changes()).getAllByRole("button", { expanded: true })[0] as HTMLElement);
    await waitFor(async () =>
      expect((await changes()).getAllByRole("button", { expanded: false })).toHaveLength(1),
    );
    await openVersions();
    await user.click(await screen.findByRole("combobox", { name: "From" }));
    await user.click(await screen.findByRole("option", { name: /^Target/ }));
    expect(await screen.findByText(/of 2 viewed/)).toBeVisible();
    // What is searched for stays, and is searched for in the other version.
    expect(await screen.findByRole("textbox", { name: "Search in the change" })).toHaveValue("berth60");
    expect(await screen.findByText(/^\d+ lines$/)).toBeVisible();
    const [top] = await (await changes()).findAllByRole("article");
    expect(await within(top as HTMLElement).findByRole("button", { expanded: true })).toBeVisible();
  });
});
