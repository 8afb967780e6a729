import { screen, waitFor } from "@testing-library/dom";
import { expect, it } from "vitest";
import { settings } from "../../../shared/host/settings.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";

const app = appForTests();
const readNotifications = async () =>
  settings.parse(await (await app.host.request("/settings")).json()).notifications;

it("each kind of notification is switched off and on, and kept", async () => {
  const { user } = app;
  await app.open("/settings/notifications");
  for (const name of ["Requests", "Replies and mentions", "Failures"]) {
    const kind = await screen.findByRole("switch", { name });
    expect(kind).toBeChecked();
    await user.click(kind);
    await waitFor(() => expect(kind).not.toBeChecked());
  }
  await expectAccessible();
  expect(await readNotifications()).toMatchObject({ requests: false, replies: false, failures: false });
  // A browser has neither.
  expect(screen.queryByRole("switch", { name: /icon|tray/ })).toBeNull();
  await app.reload();
  const again = await screen.findByRole("switch", { name: "Requests" });
  expect(again).not.toBeChecked();
  await user.click(again);
  await waitFor(async () => expect(await readNotifications()).toMatchObject({ requests: true }));
});

it("the desktop app has its icon and the tray to choose from", async () => {
  const { user } = app;
  interceptRequests(/^GET .*\/shell$/, async (send) => {
    const response = await send();
    return withJson(response, { ...(await response.json()), kind: "desktop" });
  });
  await app.open("/settings/notifications");
  const tray = await screen.findByRole("switch", { name: "Entry in the system tray" });
  expect(tray).not.toBeChecked();
  expect(screen.getByRole("switch", { name: "Unread entries on the icon" })).toBeChecked();
  await user.click(tray);
  await waitFor(async () => expect(await readNotifications()).toMatchObject({ tray: true }));
});
