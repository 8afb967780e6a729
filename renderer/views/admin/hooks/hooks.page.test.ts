import { screen, waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Receiver,
  startReceiver,
} from "../../../../electron/service/domain/system-hooks/testing/receiver.ts";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { fill } from "../../../testing/page/keys.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";
import { undoDiscard } from "../../../testing/page/undo-discard.ts";

const app = appForTests();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const cardName = (path: string) => ({ name: `${receiver.url}${path}` });
const card = async (path: string) => within(await screen.findByRole("article", cardName(path)));

/** Opens the form with the first button of its name: an empty list has one of its own. */
async function openForm() {
  const [button] = await screen.findAllByRole("button", { name: "Add hook" });
  await app.user.click(button as HTMLElement);
  return within(await screen.findByRole("dialog", { name: "Add system hook" }));
}

it("a hook is added, tested, its deliveries are read and sent again, and it is deleted", async () => {
  const { user } = app;
  await app.open("/a/local/admin/hooks");
  expect(await screen.findByRole("heading", { name: "No system hooks yet" })).toBeVisible();
  let dialog = await openForm();
  const url = () => dialog.getByRole("textbox", { name: "URL" });
  await fill(user, url(), "http://169.254.169.254/");
  expect(await dialog.findByText(/are never delivered to/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Add hook" })).toHaveAttribute("aria-disabled", "true");
  await fill(user, url(), `${receiver.url}/ok`);
  expect(await dialog.findByText(/Not encrypted/)).toBeVisible();
  await user.click(dialog.getByRole("checkbox", { name: /^Pushes/ }));
  // What was typed is still there after a reload.
  await app.reload();
  dialog = await openForm();
  await waitFor(() => expect(url()).toHaveValue(`${receiver.url}/ok`));
  await user.click(dialog.getByRole("button", { name: "Discard" }));
  await undoDiscard(user, "hook draft");
  dialog = await openForm();
  await waitFor(() => expect(url()).toHaveValue(`${receiver.url}/ok`));
  expect(dialog.getByRole("checkbox", { name: /^Pushes/ })).toBeChecked();
  await user.click(dialog.getByRole("button", { name: "Generate token" }));
  const field = dialog.getByLabelText("Secret token");
  expect(field).toHaveProperty("value", expect.stringMatching(/^[0-9a-f]{64}$/));
  const token = String(Reflect.get(field, "value"));
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Add hook" }));

  const first = await card("/ok");
  expect(await first.findByText("Nothing delivered yet")).toBeVisible();
  await user.click(first.getByRole("button", { name: "Test" }));
  await waitFor(() =>
    expect(first.getByRole("status")).toHaveTextContent(/Test delivered: HTTP 200 in [\d.]+ m?s/),
  );
  expect(receiver.received.at(-1)?.headers["x-gitlab-token"]).toBe(token);
  await user.click(first.getByRole("button", { name: "Deliveries" }));
  await waitFor(() => expect(app.address).toMatch(/hook=\d+/));
  const deliveries = within(await first.findByRole("list", { name: "Deliveries" }));
  await user.click(await deliveries.findByRole("button", { name: /Test: project_create/ }));
  expect(await deliveries.findByText(/\[hidden\]/)).toBeVisible();
  expect(await deliveries.findByRole("region", { name: "Body of the response" })).toHaveTextContent(
    /^thanks$/,
  );
  expect(document.body).not.toHaveTextContent(token);
  await expectAccessible();
  await user.click(deliveries.getByRole("button", { name: "Resend" }));
  await waitFor(() => expect(deliveries.getAllByText(/Delivered, 200/)).toHaveLength(2));

  // One that fails at first is tried again.
  dialog = await openForm();
  await fill(user, url(), `${receiver.url}/stumbles`);
  await user.click(dialog.getByRole("button", { name: "Add hook" }));
  const second = await card("/stumbles");
  await user.click(second.getByRole("button", { name: "Test" }));
  await waitFor(() => expect(second.getByRole("status")).toHaveTextContent("Test failed"));
  await waitFor(() => expect(second.getByRole("status")).toHaveTextContent("Test delivered: HTTP 200"));
  await user.click(second.getByRole("button", { name: "Deliveries" }));
  expect(await second.findByText(/2 attempts/)).toBeVisible();

  for (const path of ["/ok", "/stumbles"]) {
    await user.click((await card(path)).getByRole("button", { name: "Delete hook" }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Delete hook" }));
    await waitFor(() => expect(screen.queryByRole("article", cardName(path))).toBeNull());
  }
});
