import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { interceptRequests, withJson } from "../../../testing/page/intercept-requests.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { fill } from "../../../testing/page/press-keys.ts";
import { secondServiceForTests } from "../../../testing/page/second-service.ts";

const app = appForTests();
const service = secondServiceForTests();

it("a wrong token is reported before anything is stored, and no keychain is claimed where there is none", async () => {
  const { user } = app;
  // No keychain is claimed on a machine without one.
  interceptRequests(/^GET \/-\/shell$/, async (send) => {
    const response = await send();
    return withJson(response, { ...(await response.json()), keychain: false });
  });
  await app.open("/accounts");
  expect(await screen.findByText(/No system keychain available/)).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Add account" })[0] as HTMLElement);
  const form = within(await screen.findByRole("dialog", { name: "Add account" }));
  expect(await form.findByText(/No system keychain available: tokens are kept in memory/)).toBeVisible();
  expect(screen.queryByText(/stored in the system keychain/)).toBeNull();
  await fill(user, form.getByRole("textbox", { name: "Service" }), service.url);
  const token = form.getByLabelText("Personal access token");
  await fill(user, token, "not-the-token-at-all");
  // Another test may have confirmed the service before.
  await waitFor(() => expect(form.queryByText("Connect…") ?? form.getByText(/not accept/)).toBeVisible());
  const connect = form.queryByRole("button", { name: "Connect…" });
  if (connect) await user.click(connect);
  expect(await form.findByText(/does not accept this token/)).toBeVisible();
  expect(form.getByRole("button", { name: "Add account" })).toHaveAttribute("aria-disabled", "true");
  // A service that cannot be reached is checked again with one click, and by itself when the network is back.
  await service.pause();
  await fill(user, token, service.token);
  expect(await form.findByText(/Can't reach/)).toBeVisible();
  await service.mend();
  await user.click(form.getByRole("button", { name: "Retry" }));
  expect(await form.findByText("Local Administrator")).toBeVisible();
  await service.pause();
  await fill(user, token, "not-the-token-at-all");
  expect(await form.findByText(/Can't reach/)).toBeVisible();
  await service.mend();
  // The page listens a moment after it has shown the failure.
  await fetch(service.url);
  dispatchEvent(new Event("online"));
  expect(await form.findByText(/does not accept this token/)).toBeVisible();
});

it("without a keychain one tick keeps the token for this run, and nothing that must fail is offered", async () => {
  const { user } = app;
  interceptRequests(/^GET \/-\/shell$/, async (send) => {
    const response = await send();
    return withJson(response, { ...(await response.json()), keychain: false });
  });
  await app.open("/accounts");
  await user.click((await screen.findAllByRole("button", { name: "Add account" }))[0] as HTMLElement);
  const form = within(await screen.findByRole("dialog", { name: "Add account" }));
  const keeps = await form.findByRole("checkbox", { name: "Keep for this run" });
  expect(keeps).toBeChecked();
  await fill(user, form.getByRole("textbox", { name: "Service" }), service.url);
  await fill(user, form.getByLabelText("Personal access token"), service.token);
  await waitFor(() =>
    expect(form.queryByText("Local Administrator") ?? form.getByText("Connect…")).toBeVisible(),
  );
  const connect = form.queryByRole("button", { name: "Connect…" });
  if (connect) await user.click(connect);
  expect(await form.findByText("Local Administrator")).toBeVisible();
  const add = form.getByRole("button", { name: "Add account" });
  await user.click(keeps);
  expect(add).toHaveAttribute("aria-disabled", "true");
  await user.click(keeps);
  await user.click(add);
  expect(await screen.findByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await app.open("/accounts");
  expect(await screen.findByText("Token for this run only")).toBeVisible();
});

it("a service without TLS is tried with http:// by one click", async () => {
  const { user } = app;
  await app.open("/accounts");
  await user.click((await screen.findAllByRole("button", { name: "Add account" }))[0] as HTMLElement);
  const form = within(await screen.findByRole("dialog", { name: "Add account" }));
  const field = form.getByRole("textbox", { name: "Service" });
  await fill(user, field, service.url.replace("http:", "https:"));
  await fill(user, form.getByLabelText("Personal access token"), service.token);
  const connect = await form.findByRole("button", { name: "Connect…" });
  await user.click(connect);
  expect(await form.findByText(/not speak TLS at this address/)).toBeVisible();
  await user.click(form.getByRole("button", { name: "Use http://" }));
  expect(field).toHaveValue(service.url);
  expect(await form.findByText("Local Administrator")).toBeVisible();
});
