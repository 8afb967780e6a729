import { expect, type Page } from "@playwright/test";
import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { callProject } from "../../fixtures/call-project.ts";
import { handbook, inLantern, lantern, local } from "../sample-addresses.ts";
import { type DialogCase, openByButton, selectFirst } from "./dialog-case.ts";

/** Selects the first merge request of a list, and opens the dialog of a button of the bar for the selection. */
const openOfSelection =
  (button: RegExp) =>
  async (page: Page): Promise<ReturnType<Page["getByRole"]>> => {
    const bar = page.getByRole("region", { name: "Selected merge requests" });
    // A row of the list before is gone once the new query is answered, and so is its selection.
    await expect(async () => {
      await selectFirst(page.getByRole("list", { name: "Merge requests" }));
      await expect(bar).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const opener = bar.getByRole("button", { name: button });
    const others = bar.getByRole("button", { name: "Other actions" });
    await opener.or(others).first().waitFor();
    if (await opener.count()) {
      await opener.press("Enter");
      return opener;
    }
    // Without room it is in a panel, which closes.
    await others.press("Enter");
    const panel = page.getByRole("dialog", { name: "Other actions" });
    await panel.getByRole("button", { name: button }).press("Enter");
    return others;
  };

const layers = ["of-dialogs-1", "of-dialogs-2"] as const;

/** Makes two merge requests of which one targets the other's branch. */
async function makeStack(page: Page): Promise<void> {
  let target = "main";
  for (const source of layers) {
    await callProject(page, handbook, "POST", "/repository/commits", {
      branch: source,
      start_branch: target,
      commit_message: `Add ${source}`,
      actions: [{ action: "create", file_path: `${source}.md`, content: `# ${source}\n` }],
    });
    await callProject(page, handbook, "POST", "/merge_requests", {
      source_branch: source,
      target_branch: target,
      title: `Layer ${source}`,
    });
    target = source;
  }
}

async function removeStack(page: Page): Promise<void> {
  for (const source of layers.toReversed())
    await callProject(page, handbook, "DELETE", `/repository/branches/${source}`);
}

/** Dialogs of several merge requests at once: of a selection, and of a stack. */
export const mergeRequestDialogs: readonly DialogCase[] = [
  {
    sources: ["views/merge-requests/bulk/action-dialog.tsx"],
    name: "Close merge requests",
    href: inLantern("merge_requests", { q: "wall wide" }),
    open: openOfSelection(/^Close \d+…$/),
    fill: (dialog) =>
      dialog.getByRole("button", { name: "Close 1 merge request", disabled: false }).waitFor(),
  },
  {
    sources: ["views/merge-requests/bulk/common-parts-dialog.tsx"],
    name: "Compare changes",
    href: inLantern("merge_requests", { q: "Spanish" }),
    open: openOfSelection(/^Compare changes…$/),
  },
  {
    sources: ["views/review/stack/begin-stack-dialog.tsx"],
    name: "Begin a stack",
    href: hrefs.mergeRequest(local, lantern, 27, { tab: "commits" }),
    open: openByButton("Begin a stack…"),
    fill: (dialog) => dialog.getByRole("button", { name: /^Begin a stack: \d+ steps$/ }).waitFor(),
  },
  {
    sources: ["views/review/stack/stack-dialog.tsx"],
    name: "Merge the stack",
    href: hrefs.project(local, handbook, "merge_requests", { q: layers[0] }),
    prepare: makeStack,
    open: async (page) => {
      await page
        .getByRole("link", { name: `Layer ${layers[0]}` })
        .first()
        .press("Enter");
      await page.getByRole("link", { name: "Open stack" }).press("Enter");
      return openByButton("Merge…")(page);
    },
    fill: (dialog) => dialog.getByRole("button", { name: /^Merge the stack: \d+ steps$/ }).waitFor(),
    undo: removeStack,
  },
];
