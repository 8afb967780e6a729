import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { openMergeRequest } from "../../../testing/page/open-merge-request.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { projectPath } from "../../../testing/page/project-path.ts";

const app = appForTests();

it("a merge request that does not exist says so, and leads to those that do", async () => {
  await app.open(projectPath("fjord/lantern", "merge_requests/99999"));
  const problem = within(await screen.findByRole("alert"));
  expect(await problem.findByText("Merge request !99999 was not found")).toBeVisible();
  await app.user.click(problem.getByRole("link", { name: "Merge requests" }));
  expect(await screen.findByRole("list", { name: "Merge requests" })).toBeVisible();
});

it("a press on a tab shows it, a release elsewhere takes that back, and a click goes there", async () => {
  const { user } = app;
  await openMergeRequest(app, "Print voyages on one page");
  const tabs = within(await screen.findByRole("navigation", { name: "Merge request" }));
  const [overview, changes] = [/^Overview/, /^Changes/].map((name) => tabs.getByRole("link", { name }));
  if (!overview || !changes) throw new Error("There are no tabs");
  await user.click(changes);
  await screen.findByRole("region", { name: "Changes" });
  await waitFor(() => expect(location.search).toBe("?tab=changes"));
  await user.click(overview);
  await screen.findByRole("region", { name: "Overview" });
  await waitFor(() => expect(location.search).toBe(""));

  await user.pointer({ keys: "[MouseLeft>]", target: changes });
  expect(await screen.findByRole("region", { name: "Changes" })).toBeVisible();
  expect(changes).toHaveAttribute("aria-current", "page");
  expect(location.search).toBe("");
  await user.pointer({
    keys: "[/MouseLeft]",
    target: document.body,
    coords: { clientX: 9_000, clientY: 9_000 },
  });
  await waitFor(() => expect(overview).toHaveAttribute("aria-current", "page"));
  expect(screen.queryByRole("region", { name: "Changes" })).toBeNull();

  await user.click(changes);
  await screen.findByRole("region", { name: "Changes" });
  await waitFor(() => expect(location.search).toBe("?tab=changes"));
});
