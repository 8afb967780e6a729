import { createServer } from "node:http";
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it, onTestFinished } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { fill } from "../../testing/page/keys.ts";
import { appForTests } from "../../testing/page/opened-app.ts";

const app = appForTests();

it("a user who is not an administrator sees why the page is not available, and no link to it", async () => {
  const { user } = app;
  const { url } = await startServiceOfUser();
  await app.open("/a/local/admin");
  expect(await screen.findByRole("heading", { level: 1, name: "Administration" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Admin" })).toBeVisible();
  const { id } = await app.host.addAccount(url);
  await app.open(`/a/${id}/admin/hooks`);
  expect(await screen.findByRole("heading", { level: 1, name: "Administrators only" })).toBeVisible();
  expect(screen.getByText(/ada is not an administrator/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("link", { name: "Admin" })).toBeNull());
  await expectAccessible();
  await user.keyboard("{Control>}k{/Control}");
  const palette = within(await screen.findByRole("dialog"));
  await fill(user, palette.getByRole("combobox"), ">administration");
  await waitFor(() => expect(screen.queryByRole("option", { name: /Administration/ })).toBeNull());
  await user.keyboard("{Escape}");
});

/** Starts a service that knows one user, who is not an administrator. */
async function startServiceOfUser(): Promise<{ readonly url: string }> {
  const owner = {
    id: 7,
    name: "Ada Example",
    username: "ada",
    avatar_url: null,
    web_url: null,
    is_admin: false,
  };
  const service = createServer((request, response) => {
    const path = request.url ?? "";
    const known = path.endsWith("/user") ? owner : path.endsWith("/version") ? { version: "11.10.0" } : null;
    response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(known ?? { message: "404 Not found" }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const address = service.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}
