import { screen } from "@testing-library/dom";
import { expect, it } from "vitest";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";

const app = appForTests();

it("a link of the system that arrives before the tabs are restored is opened beside them", async () => {
  await app.open("/settings/appearance");
  interceptRequests(/GET \/-\/documents\/layout/, async (send) => {
    app.host.host.publish({ type: "navigate", path: "/a/local/projects" });
    // The event is there before the tabs are.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return send();
  });
  await app.reload();
  expect(await screen.findByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  expect(app.address).toBe("/a/local/projects");
  // Other tests may have left tabs of theirs.
  const [before, opened] = screen
    .getAllByRole("tab")
    .map(({ textContent }) => textContent)
    .slice(-2);
  expect(before).toContain("Appearance");
  expect(opened).toContain("Projects");
});
