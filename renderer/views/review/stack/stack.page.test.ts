import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";

const project = "fjord/handbook";

describe("stacks", () => {
  const app = appForTests();
  const unique = () => Math.random().toString(36).slice(2, 8);
  const read = (iid: number) =>
    app.callProject<{ state: string; target_branch: string }>(project, "GET", `/merge_requests/${iid}`);
  const commit = (branch: string, start: string | null, file: string) =>
    app.callProject(project, "POST", "/repository/commits", {
      branch,
      ...(start ? { start_branch: start } : {}),
      commit_message: `Add ${file}`,
      actions: [{ action: "create", file_path: file, content: `# ${file}\n` }],
    });
  const propose = async (source: string, target: string) => {
    const { iid } = await app.callProject<{ iid: number }>(project, "POST", "/merge_requests", {
      source_branch: source,
      target_branch: target,
      title: `Layer ${source}`,
    });
    return iid;
  };

  it("are shown, gone through by key, and merged from the lowest up after a dry run", async () => {
    const { user } = app;
    const name = `stack-${unique()}`;
    const iids: number[] = [];
    for (const [index, target] of ["main", `${name}-1`, `${name}-2`].entries()) {
      const source = `${name}-${index + 1}`;
      await commit(source, target, `${source}.md`);
      iids.push(await propose(source, target));
    }
    const [low = 0, middle = 0, top = 0] = iids;
    await app.open(hrefs.mergeRequest("local", project, middle));
    const layers = within(await screen.findByRole("list", { name: "Stack on main" }));
    expect(layers.getAllByRole("listitem")).toHaveLength(3);
    expect(layers.getByText(`Layer ${name}-2`).closest("li")).toHaveAttribute("aria-current", "true");
    await expectAccessible();
    await user.keyboard("{Shift>}X{/Shift}");
    await waitFor(() => expect(app.address).toBe(hrefs.mergeRequest("local", project, top)));
    await screen.findByRole("list", { name: "Stack on main" });
    await user.keyboard("{Shift>}Z{/Shift}");
    await waitFor(() => expect(app.address).toBe(hrefs.mergeRequest("local", project, middle)));

    await user.click(await screen.findByRole("link", { name: "Open stack" }));
    expect(await screen.findByRole("heading", { level: 1, name: `Stack of !${middle}` })).toBeVisible();
    const page = within(await screen.findByRole("region", { name: "Layers" }));
    await waitFor(() => expect(page.getAllByText(/· 0 of 1 file viewed$/)).toHaveLength(3));
    const [first] = page.getAllByText(/· 0 of 1 file viewed$/);
    await user.click(first as HTMLElement);
    const matrix = within(await page.findByRole("region", { name: `Files of !${low} by versions` }));
    expect(await matrix.findByRole("rowheader", { name: `${name}-1.md` })).toBeVisible();
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "Merge…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Merge the stack" }));
    expect(within(dialog.getByRole("list", { name: "Dry run" })).getAllByRole("listitem")).toHaveLength(7);
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Merge the stack: 7 steps" }));
    const results = within(await screen.findByRole("dialog", { name: "Merge the stack" }));
    await waitFor(() => expect(results.getByText("Done 7 of 7")).toBeVisible(), { timeout: 40_000 });
    for (const iid of iids) expect(await read(iid)).toMatchObject({ state: "merged", target_branch: "main" });
    await user.keyboard("{Escape}");
  });

  it("begin from the commits of a merge request, one layer a commit", async () => {
    const { user } = app;
    const name = `begin-${unique()}`;
    for (const [index, file] of ["one", "two", "three"].entries())
      await commit(name, index === 0 ? "main" : null, `${name}-${file}.md`);
    const iid = await propose(name, "main");
    await app.open(hrefs.mergeRequest("local", project, iid, { tab: "commits" }));
    await user.click(await screen.findByRole("button", { name: "Begin a stack…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Begin a stack" }));
    await user.click(await dialog.findByRole("button", { name: "Begin a stack: 5 steps" }));
    const results = within(await screen.findByRole("dialog", { name: "Begin a stack" }));
    expect(await results.findByText("Done 5 of 5")).toBeVisible();
    await user.keyboard("{Escape}");
    expect((await read(iid)).target_branch).toMatch(new RegExp(`^${name}-2-add-${name}-two`));
    await app.open(hrefs.stack("local", project, iid));
    const page = within(await screen.findByRole("region", { name: "Layers" }));
    await waitFor(() => expect(page.getAllByText(/· 0 of 1 file viewed$/)).toHaveLength(3));
  });

  it("keep marks of a layer when the one below it is merged and it is retargeted", async () => {
    const { user } = app;
    const name = `marks-${unique()}`;
    await commit(`${name}-1`, "main", `${name}-low.md`);
    await commit(`${name}-2`, `${name}-1`, `${name}-high.md`);
    const low = await propose(`${name}-1`, "main");
    const high = await propose(`${name}-2`, `${name}-1`);
    // Seen once as a stack.
    await app.open(hrefs.mergeRequest("local", project, high));
    await screen.findByRole("list", { name: "Stack on main" });
    await app.open(hrefs.mergeRequest("local", project, low, { tab: "changes" }));
    await user.click(await screen.findByRole("checkbox", { name: /^Viewed/ }));
    await app.callProject(project, "PUT", `/merge_requests/${low}/merge`, { squash: true });
    await app.callProject(project, "PUT", `/merge_requests/${high}`, { target_branch: "main" });
    // What others change is read anew after a while, or at once by a reload.
    await app.reload();
    await app.open(hrefs.stack("local", project, high));
    await screen.findByRole("heading", { name: "Not in a stack" });
    await app.open(hrefs.mergeRequest("local", project, high, { tab: "changes" }));
    // It shows the change of the merged layer until it is rebased.
    expect(await screen.findByText(/^1 of 2( files)? viewed/)).toBeVisible();
  });
});
