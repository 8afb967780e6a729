import { createServer, request as send } from "node:http";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StallingProxy, startStallingProxy } from "../../../e2e/fixtures/proxies.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { addAccount, secondServiceForTests } from "../../testing/page/second-service.ts";

/** Returns a condition of requests: a write, and all after it. A read that fails before would block what is written. */
function fromTheFirstWrite() {
  let hasBegun = false;
  return ({ method }: { readonly method: string }): boolean => {
    hasBegun ||= method !== "GET" && method !== "HEAD";
    return hasBegun;
  };
}

describe("broken network", () => {
  const app = appForTests();
  const line = secondServiceForTests();
  const portal = "captive portal in one packet";
  const unique = () => Math.random().toString(36).slice(2, 8);

  /** Adds the account through the proxy. Returns a function for paths of its project. */
  async function openAccount(): Promise<(part?: string) => string> {
    const id = await addAccount(app, line, `Line ${unique()}`);
    return (part = "") => projectPath("fjord/lantern", part).replace("/a/local/", `/a/${id}/`);
  }

  const findBanner = (text: RegExp) => screen.findByText(text, { selector: "[role=status] *" });

  it("visited pages stay readable, with their age, when the service is gone", async () => {
    const at = await openAccount();
    await app.open(at());
    const findTitle = async () => (await screen.findAllByRole("heading", { level: 1, name: "Lantern" }))[0];
    expect(await findTitle()).toBeVisible();
    line.fail("reset before headers");
    await app.reload();
    expect(await findTitle()).toBeVisible();
    const banner = await findBanner(/cannot be reached/);
    expect(banner).toHaveTextContent(
      /^127\.0\.0\.1:\d+ cannot be reached \(lost .+\)\. Pages you visited are still available\./,
    );
    // It says when it tries again, and does so at once where that is wanted.
    await line.mend();
    await app.user.click(await within(banner as HTMLElement).findByRole("button", { name: "Try now" }));
    await waitFor(() => expect(screen.queryByText(/cannot be reached/)).toBeNull());
    line.fail("reset before headers");
    await app.reload();
    await findBanner(/cannot be reached/);
    await expectAccessible();
  });

  it("a write that a captive portal intercepts shows in its form what Helve found on the service", async () => {
    const { user } = app;
    const at = await openAccount();
    await app.open(at("branches"));
    const list = within(await screen.findByRole("list", { name: "Branches" }));
    const writes = ({ method }: { readonly method: string }) => method !== "GET" && method !== "HEAD";
    const openForm = async (name: string) => {
      await user.click(screen.getByRole("button", { name: "New branch" }));
      const dialog = await screen.findByRole("dialog", { name: "New branch" });
      const field = within(dialog).getByRole("textbox", { name: "Name" });
      await user.click(field);
      await user.paste(name);
      return { dialog, field };
    };
    /** Returns the button once the host has found that the service is back. */
    const findReady = async (dialog: HTMLElement) => {
      const button = within(dialog).getByRole("button", { name: "Create branch" });
      await waitFor(() => expect(button).not.toHaveAttribute("title"), { timeout: 60_000 });
      return button;
    };
    const create = async (dialog: HTMLElement) => user.click(await findReady(dialog));
    // The name's field may say, too, that the branch exists.
    const found = async (dialog: HTMLElement, heading: string) => {
      const title = await within(dialog).findByRole("heading", { name: heading });
      return title.closest("[role=alert]") as HTMLElement;
    };
    const lost = `lost-${unique()}`;
    const created = `created-${unique()}`;

    // The service never got it.
    line.fail(portal, writes);
    const first = await openForm(lost);
    await create(first.dialog);
    await waitFor(() =>
      expect(first.dialog).toHaveTextContent(`Helve checked: Branch ${lost} does not exist.`),
    );
    expect(first.dialog).not.toHaveTextContent("SyntaxError");
    expect(first.field).toHaveValue(lost);
    await expectAccessible();
    await line.mend();
    await create(first.dialog);
    await waitFor(() => expect(first.dialog).not.toBeInTheDocument());
    expect(await list.findByRole("link", { name: lost })).toBeVisible();

    // The service did it, and only its response was replaced.
    line.fail(portal, writes, true);
    const second = await openForm(created);
    await create(second.dialog);
    expect(await found(second.dialog, "Done, but the service did not confirm it")).toHaveTextContent(
      `Helve checked: Branch ${created} exists.`,
    );
    await expectAccessible();
    await user.click(within(second.dialog).getByRole("button", { name: "Cancel" }));
    expect(await list.findByRole("link", { name: created })).toBeVisible();

    // Nor can Helve check while the portal intercepts every request.
    const third = await openForm(`never-${unique()}`);
    const send = await findReady(third.dialog);
    line.fail(portal, fromTheFirstWrite());
    await user.click(send);
    expect(await found(third.dialog, "Unknown whether this was done")).toHaveTextContent(
      "Helve could not check whether it happened",
    );
    await line.mend();
    await user.click(within(third.dialog).getByRole("button", { name: "Cancel" }));
    const signIn = /This network asks you to sign in/;
    await waitFor(() => expect(screen.queryByText(signIn)).toBeNull(), { timeout: 60_000 });

    // A deletion, which has no dialog.
    const remove = async (name: string) => {
      await user.click(await list.findByRole("button", { name: `Actions for ${name}` }));
      await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
      const notices = within(await screen.findByRole("region", { name: /^Notifications/ }));
      return async (text: string) => (await notices.findByText(text, { exact: false })).closest("li");
    };
    line.fail(portal, writes, true);
    const findNotice = await remove(created);
    expect(await findNotice(`Helve checked: Branch ${created} no longer exists.`)).toHaveTextContent(
      "Done, but the service did not confirm it",
    );
    expect(screen.queryByText(/was not deleted/)).toBeNull();
    await waitFor(() => expect(list.queryByRole("link", { name: created })).toBeNull());
    line.fail(portal, writes);
    await remove(lost);
    expect(await findNotice(`Helve checked: Branch ${lost} still exists.`)).toHaveTextContent(
      `${lost} was not deleted`,
    );
    expect(await list.findByRole("link", { name: lost })).toBeVisible();
  });

  it("a comment survives that the service goes down while it is sent", async () => {
    const { user } = app;
    const at = await openAccount();
    await app.open(at("issues/1"));
    const findComments = () => screen.findAllByRole("article", { name: /^Comment by/ });
    const findBox = () => screen.findByRole("textbox", { name: "Comment" });
    expect((await findComments())[0]).toBeVisible();
    const box = await findBox();
    const form = within(box.closest("form") as HTMLElement);
    const words = `Sent as it went down ${unique()}`;
    await user.click(box);
    await user.paste(words);
    line.fail("reset before headers", fromTheFirstWrite(), false);
    await user.click(form.getByRole("button", { name: "Comment" }));
    // It may have been sent: no Retry; after checking, the user can send it again.
    const failure = await form.findByRole("alert");
    await waitFor(() => expect(failure).toHaveTextContent("Helve could not check whether it happened"));
    expect(within(failure).queryByRole("button", { name: "Retry" })).toBeNull();
    expect(box).toHaveValue(words);
    await expectAccessible();
    // Neither is it lost with the page.
    await app.reload();
    const again = await findBox();
    await waitFor(() => expect(again).toHaveValue(words));
    // A comment may wait in the outbox; what may not says so as long as the service is away.
    const close = await screen.findByRole("button", { name: "Close" });
    await waitFor(() => expect(close).toHaveAttribute("aria-disabled", "true"));
    expect(close).toHaveAccessibleDescription(/^127\.0\.0\.1:\d+ cannot be reached$/);
    await line.mend();
    await waitFor(() => expect(close).not.toHaveAttribute("aria-disabled"), { timeout: 60_000 });
    const resent = within(again.closest("form") as HTMLElement);
    await user.click(resent.getByRole("button", { name: "Comment" }));
    await waitFor(async () =>
      expect((await findComments()).filter(({ textContent }) => textContent?.includes(words))).toHaveLength(
        1,
      ),
    );
    await waitFor(() => expect(again).toHaveValue(""));
  });

  it("Clear cache empties the cache on disk", async () => {
    const { user } = app;
    const at = await openAccount();
    // What was read is written to the disk soon after.
    await waitFor(
      async () => {
        await app.open(at("branches"));
        expect(await screen.findByRole("list", { name: "Branches" })).toBeVisible();
        await app.open("/settings/storage");
        const size = await screen.findByText(/^[\d.,]+ \w+ on disk/, undefined, { timeout: 5_000 });
        expect(size).toHaveTextContent(/^[1-9][\d.,]* [KM]B on disk/);
      },
      { timeout: 60_000 },
    );
    await user.click(screen.getByRole("button", { name: "Clear cache" }));
    expect(await screen.findByText("Cache cleared")).toBeVisible();
    await expectAccessible();
    expect(await screen.findByText(/^0 bytes on disk/)).toBeVisible();
    line.fail(portal);
    await app.open(at("branches"));
    await app.reload();
    const alert = await screen.findByRole("alert");
    await waitFor(() => expect(alert).toHaveTextContent("responded with a web page instead"));
    expect(screen.queryByRole("list", { name: "Branches" })).toBeNull();
  });
});

describe("canceled request", () => {
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
});

describe("service that hangs", () => {
  const app = appForTests();
  const service = secondServiceForTests();
  /** Whether requests of a project's tags are accepted and not responded to, and those that are. */
  const hang = { isOn: false, held: [] as (() => void)[] };
  const proxy = createServer((request, response) => {
    const forward = () => {
      const { method, headers, url = "/" } = request;
      const onward = send(
        new URL(url, service.url),
        { method, headers: { ...headers, host: new URL(service.url).host } },
        (incoming) => {
          response.writeHead(incoming.statusCode ?? 502, incoming.headers);
          incoming.pipe(response);
        },
      );
      onward.on("error", () => response.destroy());
      request.pipe(onward);
    };
    if (hang.isOn && /\/repository\/tags/.test(request.url ?? "")) hang.held.push(forward);
    else forward();
  });
  beforeAll(() => new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it("is waited for visibly: its dot is amber, and the status line says what for and for how long", async () => {
    const address = proxy.address();
    if (address === null || typeof address === "string") throw new Error("The proxy does not listen");
    const url = `http://127.0.0.1:${address.port}`;
    const id = await addAccount(app, { url, token: service.token }, "Hanging");
    hang.isOn = true;
    await app.open(projectPath("fjord/lantern", "tags").replace("/a/local/", `/a/${id}/`));
    const line = screen.getByRole("contentinfo");
    await waitFor(() =>
      expect(line).toHaveTextContent(new RegExp(`Waiting for 127.0.0.1:${address.port} for [3-9] s: Tags`)),
    );
    const rail = within(screen.getByRole("navigation", { name: "Main" }));
    const name = /does not respond @helve on 127\.0\.0\.1:\d+\. Switch account/;
    expect(rail.getByRole("button", { name })).toBeVisible();
    await waitFor(() => expect(line).toHaveTextContent(/ for ([5-9]|\d\d) s/));
    await expectAccessible();
    hang.isOn = false;
    for (const forward of hang.held.splice(0)) forward();
    expect(await screen.findByRole("list", { name: "Tags" })).toBeVisible();
    await waitFor(() => expect(line).not.toHaveTextContent("Waiting for"));
    expect(rail.getByRole("button", { name: /online @helve on .* Switch account/ })).toBeVisible();
  });
});

describe("rate limit", () => {
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
});
