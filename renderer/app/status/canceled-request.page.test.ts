import { screen, waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StallingProxy, startStallingProxy } from "../../../e2e/fixtures/stalling-proxy.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

const app = appForTests();
const service = secondServiceForTests();
let line: StallingProxy;
beforeAll(async () => {
  line = await startStallingProxy(service, /\/repository\/branches\?|v4\/merge_requests\?/);
});
afterAll(() => line?.stop());

it("a canceled list of branches says so, reads nothing else, and is read on request", async () => {
  const { user } = app;
  line.hold();
  const { token } = service;
  const account = await addAccount(app, { url: line.url, token }, "Slow line");
  await app.open(projectPath("fjord/lantern", "branches").replace("/a/local/", `/a/${account}/`));
  expect(await screen.findByRole("status", { name: "Loading branches" })).toBeVisible();
  const statusLine = within(screen.getByRole("contentinfo"));
  const findCancel = async () => {
    await waitFor(() => expect(line.held()).toBeGreaterThan(0));
    return statusLine.findByRole("button", { name: "Cancel" });
  };
  const cancel = await findCancel();
  await user.click(cancel);
  const view = within(screen.getByRole("main"));
  await waitFor(() => expect(view.getByRole("alert")).toHaveTextContent("The request was canceled"));
  await waitFor(() => expect(cancel).not.toBeInTheDocument());
  line.letThrough();
  await user.click(view.getByRole("button", { name: "Retry" }));
  expect(await view.findByRole("list", { name: "Branches" })).toHaveTextContent("main");
  // What a view of all accounts reads is canceled there, whichever account was used last.
  await app.open("/a/local/projects");
  line.hold();
  await app.open("/merge_requests");
  await user.click(await findCancel());
  expect(await view.findByText(/The request was canceled/)).toBeVisible();
  line.letThrough();
});
