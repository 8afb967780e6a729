import { screen, waitFor, within } from "@testing-library/dom";
import { expect } from "vitest";
import type { OpenedApp } from "./opened-app.ts";
import { projectPath } from "./project-path.ts";

/** Opens a merge request of fjord/lantern, or of another project, by its title; its Overview unless another tab is given. */
export async function openMergeRequest(
  app: OpenedApp,
  title: string,
  { project = "fjord/lantern", tab }: { readonly project?: string; readonly tab?: string } = {},
): Promise<void> {
  await app.open(`${projectPath(project, "merge_requests")}?q=${encodeURIComponent(`state:all ${title}`)}`);
  const list = within(await screen.findByRole("list", { name: "Merge requests" }));
  await app.user.click(await list.findByRole("link", { name: new RegExp(title) }));
  await waitFor(() => expect(screen.getAllByRole("heading", { level: 1 })[0]).toHaveTextContent(title));
  if (tab) await openTab(app, tab);
}

/** Shows a tab of the merge request that is open. */
async function openTab({ user }: OpenedApp, tab: string): Promise<void> {
  const tabs = within(await screen.findByRole("navigation", { name: "Merge request" }));
  await user.click(await tabs.findByRole("link", { name: new RegExp(`^${tab}`) }));
}
