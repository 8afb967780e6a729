import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

const app = appForTests();
const service = secondServiceForTests();
const lantern = encodeURIComponent("fjord/lantern");
/** Time until an offline service is asked again, and then some. */
const patient = { timeout: 60_000 };

it("lists and issues are read without the service, and a comment is sent later by itself", async () => {
  const { user } = app;
  const account = await addAccount(app, service, "Far office");
  const list = `/a/${account}/p/${lantern}/issues`;
  const title = "The wall flickers at noon";
  const open = async () => user.click(await screen.findByRole("link", { name: title }));
  await app.open(list);
  await open();
  expect(await screen.findByText("Seen here too.")).toBeVisible();
  await service.pause();
  await app.open(list);
  await app.reload();
  await open();
  expect(await screen.findByText("Seen here too.")).toBeVisible();
  const words = `Written at sea ${Math.random().toString(36).slice(2, 8)}`;
  await fill(user, screen.getByRole("textbox", { name: "Comment" }), words);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect((await screen.findAllByText("Waiting to send", {}, patient))[0]).toBeVisible();
  await app.open("/outbox");
  const waiting = within(await screen.findByRole("list", { name: "Waiting to send to #1" }));
  expect(await waiting.findByText(words)).toBeVisible();
  await user.click(waiting.getByRole("button", { name: "Edit in issue" }));
  const comment = await screen.findByRole("textbox", { name: "Comment" });
  await waitFor(() => expect(comment).toHaveValue(words));
  comment.focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(comment).toHaveValue(""), patient);
  await service.mend();
  await app.open("/outbox");
  expect(await screen.findByRole("heading", { name: "Outbox is empty" }, patient)).toBeVisible();
  await app.open(`${list}/1`);
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(1));
});
