import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";

const project = "fjord/handbook";

describe("the merge queue", () => {
  const app = appForTests();
  const unique = () => Math.random().toString(36).slice(2, 8);
  const read = (iid: number) => app.callProject<{ state: string }>(project, "GET", `/merge_requests/${iid}`);
  async function propose(name: string): Promise<number> {
    await app.callProject(project, "POST", "/repository/commits", {
      branch: name,
      start_branch: "main",
      commit_message: `Add ${name}`,
      actions: [{ action: "create", file_path: `${name}.md`, content: `# ${name}\n` }],
    });
    const { iid } = await app.callProject<{ iid: number }>(project, "POST", "/merge_requests", {
      source_branch: name,
      target_branch: "main",
      title: `Queue ${name}`,
    });
    return iid;
  }

  it("is filled from a list and a page, ordered by keys, paused, and merges one after another", async () => {
    const { user } = app;
    const name = `queue-${unique()}`;
    const first = await propose(`${name}-1`);
    const second = await propose(`${name}-2`);
    const third = await propose(`${name}-3`);
    await app.open("/merge_queue");
    expect(await screen.findByRole("heading", { name: "The merge queue is empty" })).toBeVisible();
    await expectAccessible();
    // Nothing is begun while it is paused.
    const lane = { accountId: "local", project, targetBranch: "main" };
    await app.host.requestJson("/merge-queue/paused", "PUT", { ...lane, paused: true });

    await app.open(hrefs.mergeRequest("local", project, third));
    await user.click(await screen.findByRole("button", { name: "Add to merge queue" }));
    expect(await screen.findByRole("button", { name: "Remove from merge queue" })).toBeVisible();
    await app.open(
      hrefs.project("local", project, "merge_requests", {
        q: `${name} sort:created-asc`.split(" ")[0] ?? "",
      }),
    );
    const list = async () => within(await screen.findByRole("list", { name: "Merge requests" }));
    await waitFor(async () => expect((await list()).getAllByRole("checkbox")).toHaveLength(3));
    for (const title of [`${name}-1`, `${name}-2`])
      await user.click((await list()).getByRole("checkbox", { name: `Select Queue ${title}` }));
    await user.click(await screen.findByRole("button", { name: "Add 2 to queue" }));
    const added = within(await screen.findByRole("dialog", { name: "Add to merge queue" }));
    expect(await added.findByText("Queued 2 of 2")).toBeVisible();
    await user.keyboard("{Escape}");

    await app.open("/merge_queue");
    const entries = async () =>
      within(await screen.findByRole("list", { name: `Queue of ${project} main` }))
        .getAllByRole("link")
        .map(({ textContent }) => textContent);
    await waitFor(async () => expect(await entries()).toHaveLength(3));
    expect((await entries())[0]).toBe(`Queue ${name}-3`);
    await expectAccessible();
    const handle = screen.getByRole("button", { name: `Move Queue ${name}-3: arrow up or down` });
    handle.focus();
    await user.keyboard("{ArrowDown}");
    await waitFor(async () => expect((await entries())[1]).toBe(`Queue ${name}-3`));
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Move Queue .*-3/));
    await user.click(screen.getByRole("button", { name: `Remove Queue ${name}-3 from the merge queue` }));
    await waitFor(async () => expect(await entries()).toHaveLength(2));

    // What changes after it was queued is not merged.
    await app.callProject(project, "POST", "/repository/commits", {
      branch: `${name}-1`,
      commit_message: "More",
      actions: [{ action: "create", file_path: `${name}-more.md`, content: "more\n" }],
    });
    await user.click(screen.getByRole("button", { name: "Resume" }));
    expect(
      await screen.findByText(
        /^New commits since it was queued/,
        { selector: "summary" },
        { timeout: 30_000 },
      ),
    ).toBeVisible();
    expect(
      await screen.findByText("Merged into main", { selector: "summary" }, { timeout: 30_000 }),
    ).toBeVisible();
    expect([await read(first), await read(second), await read(third)]).toMatchObject([
      { state: "opened" },
      { state: "merged" },
      { state: "opened" },
    ]);
    await user.click(screen.getByText("Merged into main", { selector: "summary" }));
    expect(await screen.findByRole("list", { name: `Journal of !${second}` })).toHaveTextContent(/Queued at/);
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Remove ended" }));
    expect(await screen.findByRole("heading", { name: "The merge queue is empty" })).toBeVisible();
  });
});
