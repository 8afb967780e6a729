import { createServer } from "node:http";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { type Receiver, startReceiver } from "../../../electron/service/testing/hook-receiver.ts";
import { undoDiscard } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";

describe("admin", () => {
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
      const known = path.endsWith("/user")
        ? owner
        : path.endsWith("/version")
          ? { version: "11.10.0" }
          : null;
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
});

describe("hooks", () => {
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
});

describe("snippet origin", () => {
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
});

describe("users", () => {
  const app = appForTests();
  const line =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFCRm0oHFgKYXpRYCSGPHR1hSu9r0Cn5OzUDLR1hTq0G grace@bridge";

  const table = () => screen.getByRole("grid", { name: "Users" });
  const panelName = (name: string) => ({ name: new RegExp(`^User ${name}`) });
  const panel = (name: string) => screen.findByRole("region", panelName(name));

  it("a user is created, found, edited, given a key and deleted", async () => {
    const { user } = app;
    await app.open("/a/local/admin/users");
    expect(await screen.findByRole("row", { name: /Åsa Lindqvist/ })).toBeVisible();
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "New user" }));
    const openedForm = async () => within(await screen.findByRole("form", { name: "New user" }));
    let form = await openedForm();
    await user.click(form.getByRole("button", { name: "Create user" }));
    expect(await form.findByText("Enter an email address.")).toBeVisible();
    await fill(user, form.getByRole("textbox", { name: "Name" }), "Grace Högberg");
    await fill(user, form.getByRole("textbox", { name: "User name" }), "grace");
    await fill(user, form.getByRole("textbox", { name: "Email" }), "grace@fjord.example");
    await user.click(form.getByRole("checkbox", { name: /^External/ }));
    // What was typed outlives a reload.
    await app.reload();
    form = await openedForm();
    await waitFor(() => expect(form.getByRole("textbox", { name: "User name" })).toHaveValue("grace"));
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Discard" }));
    await undoDiscard(user, "user draft");
    await user.click(screen.getByRole("button", { name: "New user" }));
    form = await openedForm();
    await waitFor(() => expect(form.getByRole("textbox", { name: "User name" })).toHaveValue("grace"));
    await user.click(form.getByRole("button", { name: "Create user" }));
    const shown = within(await panel("Grace Högberg"));
    expect(await shown.findByText("External")).toBeVisible();

    const filter = screen.getByRole("searchbox", { name: "Filter users" });
    await fill(user, filter, "sate:blocked");
    await waitFor(() =>
      expect(screen.getByRole("main")).toHaveTextContent(
        "sate: is not a filter, so it is searched as text. Did you mean state:?",
      ),
    );
    await fill(user, filter, "HÖGBERG external:yes");
    await waitFor(() => expect(within(table()).getAllByRole("row")).toHaveLength(2));
    await waitFor(() => expect(app.address).toMatch(/q=/));

    await user.click(shown.getByRole("button", { name: "Edit" }));
    let edit = within(await screen.findByRole("form", { name: "Edit user" }));
    await fill(user, edit.getByRole("textbox", { name: "Location" }), "Pier 7");
    await user.click(edit.getByRole("button", { name: "Discard" }));
    await undoDiscard(user, "changes to Grace Högberg");
    await user.click(await shown.findByRole("button", { name: "Edit" }));
    edit = within(await screen.findByRole("form", { name: "Edit user" }));
    expect(edit.getByRole("textbox", { name: "Location" })).toHaveValue("Pier 7");
    await user.click(edit.getByRole("button", { name: "Save changes" }));
    expect((await shown.findByText("Pier 7")).closest("dd")).toBeVisible();

    await user.click(shown.getByRole("radio", { name: "SSH keys" }));
    await fill(user, await shown.findByRole("textbox", { name: "New public key" }), line);
    await user.click(shown.getByRole("button", { name: "Add key" }));
    expect(await shown.findByText(/^SHA256:/)).toBeVisible();
    await expectAccessible();

    await user.click(shown.getByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete Grace Högberg?" }));
    expect(dialog.getByText(/their author becomes the ghost user/)).toBeVisible();
    await user.click(dialog.getByRole("checkbox", { name: /Delete contributions/ }));
    expect(await dialog.findByText(/Groups that nobody else owns, with all their projects/)).toBeVisible();
    await expectAccessible();
    const remove = dialog.getByRole("button", { name: "Delete user and contributions" });
    expect(remove).toHaveAttribute("aria-disabled", "true");
    await fill(user, dialog.getByRole("textbox", { name: /Type “grace”/ }), "grace");
    await user.click(remove);
    expect(await screen.findByText(/No user matches/)).toBeVisible();
  });

  it("keys and profiles are reached with the keyboard alone", async () => {
    const { user } = app;
    await app.open("/a/local/admin/keys");
    (await screen.findByRole("textbox", { name: "Key number" })).focus();
    await user.keyboard("1{Enter}");
    const found = within(await screen.findByRole("region", { name: "Key 1" }));
    expect(await found.findByText("Åsa Lindqvist")).toBeVisible();
    expect(await found.findByText(/^SHA256:/)).toBeVisible();
    await expectAccessible();
    found.getByRole("link", { name: "Open user" }).focus();
    await user.keyboard("{Enter}");
    const shown = await panel("Åsa Lindqvist");
    await waitFor(() => expect(shown).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(shown).not.toBeInTheDocument());
    await user.keyboard("/mateo");
    await waitFor(() => expect(within(table()).getAllByRole("row")).toHaveLength(2));
    table().focus();
    await user.keyboard("{Enter}");
    const mateo = await panel("Mateo Fuentes");
    await waitFor(() => expect(mateo).toHaveFocus());
    within(mateo).getByRole("link", { name: "Public profile" }).focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { level: 1, name: "Mateo Fuentes" })).toBeVisible();
    expect((await screen.findAllByText(/Boats first, then boards/))[0]).toBeVisible();
    await expectAccessible();
  });
});
