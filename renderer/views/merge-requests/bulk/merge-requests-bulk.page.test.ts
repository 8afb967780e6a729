import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const project = "fjord/handbook";

describe("many merge requests", () => {
  const app = appForTests();
  const unique = () => Math.random().toString(36).slice(2, 8);

  /** Makes merge requests that update one package, as a bot does. Returns their numbers. */
  async function propose(name: string, versions: readonly string[]): Promise<number[]> {
    await app.callProject(project, "POST", "/repository/commits", {
      branch: "main",
      commit_message: `Depend on ${name}`,
      actions: [
        {
          action: "create",
          file_path: `${name}/package.json`,
          content: '{\n  "dependencies": {\n    "lamp": "1.0.0"\n  }\n}\n',
        },
      ],
    });
    const made: number[] = [];
    for (const [index, version] of versions.entries()) {
      const branch = `bot/${name}-${index}`;
      await app.callProject(project, "POST", "/repository/commits", {
        branch,
        start_branch: "main",
        commit_message: `Update lamp to ${version}`,
        actions: [
          {
            action: "update",
            file_path: `${name}/package.json`,
            content: `{\n  "dependencies": {\n    "lamp": "${version}"\n  }\n}\n`,
          },
        ],
      });
      const { iid } = await app.callProject<{ iid: number }>(project, "POST", "/merge_requests", {
        source_branch: branch,
        target_branch: "main",
        title: `${name} ${index}: update lamp to ${version}`,
      });
      made.push(iid);
    }
    return made;
  }
  const read = (iid: number) => app.callProject(project, "GET", `/merge_requests/${iid}`);
  const list = () => within(screen.getByRole("list", { name: "Merge requests" }));
  const untilListed = (count: number) =>
    waitFor(() => expect(list().getAllByRole("checkbox")).toHaveLength(count));
  const bar = async () => within(await screen.findByRole("region", { name: "Selected merge requests" }));
  /** Selects all by the keyboard: a dialog that was closed may move the focus once more. */
  const selectAll = (count: number) =>
    waitFor(async () => {
      screen.getByRole("list", { name: "Merge requests" }).focus();
      await app.user.keyboard("{Control>}a{/Control}");
      expect(screen.getByText(`${count} selected`)).toBeVisible();
    });
  /** Closes the results of a run that has ended. */
  const closeResults = async (results: Pick<ReturnType<typeof within>, "findAllByRole">) => {
    await results.findAllByRole("button", { name: "Close" });
    await app.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };

  it("are compared, labelled, approved, closed and reopened, each after a dry run", async () => {
    const { user } = app;
    const name = `many-${unique()}`;
    const iids = await propose(name, ["1.1.0", "1.1.0", "2.0.0"]);
    await app.open(`${projectPath(project, "merge_requests")}?q=${encodeURIComponent(name)}`);
    await untilListed(3);
    await selectAll(3);
    await expectAccessible();

    await user.click((await bar()).getByRole("button", { name: "Compare changes…" }));
    const compared = within(await screen.findByRole("dialog", { name: "Compare changes" }));
    expect(await compared.findByText("lamp 1.0.0 → 2.0.0")).toBeVisible();
    expect(compared.getByText("Only files about dependencies")).toBeVisible();
    expect(compared.getByText("3 merge requests compared")).toBeVisible();
    await expectAccessible();
    await user.click(compared.getByRole("button", { name: "Select 2 merge requests: lamp 1.0.0 → 1.1.0" }));
    expect(await (await bar()).findByText("2 selected")).toBeVisible();

    await user.click((await bar()).getByRole("button", { name: "Approve 2…" }));
    const approve = within(await screen.findByRole("dialog", { name: "Approve merge requests" }));
    expect(await approve.findByText("2 will change")).toBeVisible();
    await expectAccessible();
    await user.click(approve.getByRole("button", { name: "Approve 2 merge requests" }));
    const results = within(await screen.findByRole("dialog", { name: "Approve merge requests" }));
    expect(await results.findByText("Approved 2 of 2")).toBeVisible();
    await waitFor(async () =>
      expect(await app.callProject(project, "GET", `/merge_requests/${iids[0]}/approvals`)).toMatchObject({
        user_has_approved: true,
      }),
    );
    await closeResults(results);

    await selectAll(3);
    await user.click(await (await bar()).findByRole("button", { name: "Close 3…" }));
    const close = within(await screen.findByRole("dialog", { name: "Close merge requests" }));
    await user.click(await close.findByRole("button", { name: "Close 3 merge requests" }));
    const closed = within(await screen.findByRole("dialog", { name: "Close merge requests" }));
    await user.click(await closed.findByRole("button", { name: "Undo 3 merge requests" }));
    const undone = within(await screen.findByRole("dialog", { name: "Undo" }));
    expect(await undone.findByText("Restored 3 of 3")).toBeVisible();
    for (const iid of iids) expect(await read(iid)).toMatchObject({ state: "opened" });
    await closeResults(undone);
  });

  it("are not approved at a head that the dry run did not show, which a retry would repeat", async () => {
    const { user } = app;
    const name = `moved-${unique()}`;
    const [first] = await propose(name, ["1.1.0", "1.2.0"]);
    await app.open(`${projectPath(project, "merge_requests")}?q=${encodeURIComponent(name)}`);
    await untilListed(2);
    for (const box of list().getAllByRole("checkbox")) await user.click(box);
    await user.click(await (await bar()).findByRole("button", { name: "Approve 2…" }));
    const approve = within(await screen.findByRole("dialog", { name: "Approve merge requests" }));
    await approve.findByText("2 will change");
    await app.callProject(project, "POST", "/repository/commits", {
      branch: `bot/${name}-0`,
      commit_message: "Something else",
      actions: [{ action: "create", file_path: `${name}/more.txt`, content: "more\n" }],
    });
    await user.click(approve.getByRole("button", { name: "Approve 2 merge requests" }));
    const results = within(await screen.findByRole("dialog", { name: "Approve merge requests" }));
    expect(await results.findByText("Approved 1 of 2")).toBeVisible();
    // In full, and in the line of the merge request, which may cut it off.
    expect(await results.findAllByText(/^New commits since the dry run/)).toHaveLength(2);
    expect(await app.callProject(project, "GET", `/merge_requests/${first}/approvals`)).toMatchObject({
      user_has_approved: false,
    });
    await closeResults(results);
  });
});
