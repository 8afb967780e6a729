import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { z } from "zod";
import { expectAccessible } from "../../../testing/page/expect-accessible.ts";
import { fill } from "../../../testing/page/keys.ts";
import { appForTests } from "../../../testing/page/opened-app.ts";

const app = appForTests();
const snippets = "/accounts/local/operations/snippets";

it("the origin of a snippet is looked up by number, reference and web address", async () => {
  const { user } = app;
  await app.open("/a/local/admin/snippets");
  const field = await screen.findByRole("textbox", { name: "Snippet" });
  const search = async (text: string) => {
    await fill(user, field, text);
    await user.keyboard("{Enter}");
  };
  await search("nothing");
  expect(await screen.findByText(/Enter a number, group\/project\$12 or a web address/)).toBeVisible();
  const body = { title: "Odd offer", file_name: "a.txt", content: "x", visibility: "private" };
  const made = await app.host.requestJson(snippets, "POST", body);
  const { id } = z.object({ id: z.number() }).parse(await made.json());
  await search(String(id));
  const result = within(await screen.findByRole("region", { name: "Snippet" }));
  expect(await result.findByText("Odd offer")).toBeVisible();
  expect(result.getByText("Helve")).toBeVisible();
  await waitFor(() => expect(app.address).toMatch(new RegExp(`snippet=${id}`)));
  await expectAccessible();
  await search("fjord/lantern$999");
  expect(
    await screen.findByText("Snippet not found, or the service did not record its origin."),
  ).toBeVisible();
  await app.host.request(`${snippets}/${id}`, { method: "DELETE" });
});
