import { screen, waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Receiver, startReceiver } from "../../../../../electron/service/testing/hook-receiver.ts";
import { expectAccessible } from "../../../../testing/page/expect-accessible.ts";
import { appForTests } from "../../../../testing/page/opened-app.ts";
import { fill } from "../../../../testing/page/press-keys.ts";
import { projectPath } from "../../../../testing/page/project-path.ts";

const app = appForTests();
const project = "fjord/lantern";
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }));

it("a webhook is added, tested, read, changed and deleted; its token is in no draft and no list", async () => {
  const { user } = app;
  await app.open(projectPath(project, "settings?tab=webhooks"));
  expect(await screen.findByText("No webhooks yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add webhook" }));
  const form = await dialogOf("Add webhook");
  await fill(user, form.getByRole("textbox", { name: "URL" }), `${receiver.url}/ok`);
  await fill(user, form.getByRole("textbox", { name: "Name" }), "Harbour chat");
  await user.click(form.getByRole("button", { name: "Generate token" }));
  const token = form.getByLabelText<HTMLInputElement>("Secret token").value;
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  await user.click(form.getByRole("checkbox", { name: "Issues" }));
  await user.click(form.getByRole("combobox", { name: "Branches whose pushes are sent" }));
  await user.click(await screen.findByRole("option", { name: "Those of a name or pattern" }));
  expect(form.getByRole("button", { name: "Add webhook" })).toHaveAttribute("aria-disabled", "true");
  await fill(user, form.getByRole("textbox", { name: "Branch or pattern" }), "release/*");
  await expectAccessible();
  const drafts = JSON.stringify(await app.host.request("/documents/drafts").then((each) => each.json()));
  expect(drafts).toContain("Harbour chat");
  expect(drafts).not.toContain(token);
  await user.click(form.getByRole("button", { name: "Add webhook" }));

  const card = within(await screen.findByRole("article", { name: `${receiver.url}/ok` }));
  expect(card.getByText("Harbour chat")).toBeVisible();
  expect(card.getByText("Issues")).toBeVisible();
  expect(card.getByText("Pushes to release/*")).toBeVisible();
  await user.click(card.getByRole("button", { name: "Test" }));
  await user.click(await screen.findByRole("menuitem", { name: "Issues" }));
  await waitFor(() => expect(card.getByRole("status")).toHaveTextContent(/Test delivered: HTTP 200/));
  expect(receiver.received.at(-1)).toMatchObject({
    headers: { "x-gitlab-event": "Issue Hook", "x-gitlab-token": token },
    body: { object_kind: "issue" },
  });
  await user.click(card.getByRole("button", { name: "Deliveries" }));
  const deliveries = within(await card.findByRole("list", { name: "Deliveries" }));
  expect(deliveries.getByText("Test: issue")).toBeVisible();
  await user.click(deliveries.getByRole("button", { name: "Resend" }));
  await waitFor(() => expect(receiver.received).toHaveLength(2));
  await expectAccessible();

  await user.click(card.getByRole("button", { name: "Edit hook" }));
  const edit = await dialogOf("Edit webhook");
  await user.click(edit.getByRole("checkbox", { name: "Pushes" }));
  await user.click(edit.getByRole("checkbox", { name: "Releases" }));
  await user.click(edit.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(card.queryByText("Pushes to release/*")).toBeNull());
  expect(card.getByText("Releases")).toBeVisible();
  const [hook] = await app.callProject<{ push_events: boolean }[]>(project, "GET", "/hooks");
  expect(hook).toMatchObject({ push_events: false, issues_events: true, releases_events: true });
  expect(JSON.stringify(hook)).not.toContain(token);

  await user.click(card.getByRole("button", { name: "Delete hook" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Delete hook" }));
  expect(await screen.findByText("No webhooks yet")).toBeVisible();
});
