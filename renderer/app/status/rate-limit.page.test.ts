import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

const app = appForTests();
const service = secondServiceForTests();

it("a rate limit without end says so, and Try now goes on", async () => {
  const { user } = app;
  const account = await addAccount(app, service, "Limited");
  service.fail("429 until the year 9999");
  await app.open(`/a/${account}/snippets`);
  const status = within(screen.getByRole("contentinfo"));
  const lift = await status.findByRole("button", { name: "Try now" });
  expect(lift).toBeVisible();
  // An hour at most, whatever the service names.
  expect(screen.getByRole("contentinfo")).toHaveTextContent(/\b(60|59) min|1 h/);
  await expectAccessible();
  await service.mend();
  await user.click(lift);
  await waitFor(() => expect(lift).not.toBeInTheDocument());
  expect(await screen.findByRole("list", { name: "Snippets" })).toBeVisible();
});
