import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { screen, waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReceivedRequest } from "../../../electron/host/testing/faults/exchange.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { secondServiceForTests } from "../../testing/page/second-service.ts";

const app = appForTests();
const service = secondServiceForTests();
const handbook = encodeURIComponent("fjord/handbook");
/** More than one page of a hundred. */
const added = 120;

const isOf =
  (word: string) =>
  ({ path }: ReceivedRequest) =>
    path.split("?")[0]?.endsWith(word) === true;
const isSecondPage = (received: ReceivedRequest) =>
  isOf("/branches")(received) && /[?&]page=2\b/.test(received.path);

describe("a list that could not be completed has a notice above it, until Retry completes it", () => {
  const branches = Array.from({ length: added }, (_, at) => `refs/heads/many/${at}`);
  beforeAll(() => push(branches.map((ref) => `FETCH_HEAD:${ref}`)));
  afterAll(() => push(branches.map((ref) => `:${ref}`)));

  const list = () => screen.getByRole("list", { name: "Branches" });
  /** The notice; null where the list has none. */
  const notice = () => {
    const found = screen.queryByText(/This list is incomplete/);
    return found?.closest<HTMLElement>("[role=status]") ?? null;
  };
  const expectNotice = (text: string | RegExp) =>
    waitFor(() => {
      const shown = notice();
      expect(shown).toBeVisible();
      expect(shown).toHaveTextContent(text);
    });
  const expectComplete = () => waitFor(() => expect(notice()).toBeNull());
  const retry = () => within(notice() as HTMLElement).getByRole("button", { name: "Retry" });
  const open = async (part: string) => {
    const { id } = await app.host.addAccount(service.url, service.token);
    await app.open(`/a/${id}/${part}`);
  };
  const openBranches = async (search = "") => {
    await open(`p/${handbook}/branches${search}`);
    await waitFor(() => expect(notice()).toBeVisible());
    expect(list()).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^\d+ branches$/)).toBeNull());
    const order = notice()?.compareDocumentPosition(list()) ?? 0;
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    await expectAccessible();
  };
  const { click } = app.user;

  it("failed", async () => {
    const refused = { count: 0 };
    service.fail("503", (received) => isSecondPage(received) && ++refused.count > 0);
    await openBranches();
    await expectNotice(/100 of 1[2-9]\d branches loaded\./);
    // While the request still fails, the notice and the loaded entries stay.
    const before = refused.count;
    await click(retry());
    await waitFor(() => expect(refused.count).toBeGreaterThan(before));
    await waitFor(() => expect(retry()).not.toHaveAttribute("aria-disabled", "true"));
    await expectNotice(/100 of 1[2-9]\d branches loaded\./);
    await service.mend();
    await click(retry());
    await expectComplete();
    expect(await screen.findByText(/^\d+ branches$/)).toBeVisible();
  });

  it("repeats", async () => {
    service.fail("Link in a circle", isOf("/branches"));
    await openBranches("?search=many");
    // The pages are requested by number then, and the repeated one is named.
    await expectNotice(`${added} branches loaded.`);
    await expectNotice("The service repeated a page");
    await service.mend();
    await click(retry());
    await expectComplete();
    expect(await screen.findByText(`${added} branches found`)).toBeVisible();
  });

  it("endless", async () => {
    service.fail("next page that grows", isOf("/branches"));
    await openBranches("?search=any");
    await expectNotice(`${added} branches loaded.`);
    await expectNotice("reported more pages than it has");
    await service.mend();
    await click(retry());
    await expectComplete();
    expect(await screen.findByText(`${added} branches found`)).toBeVisible();
  });

  it("a list that is read as it is scrolled", async () => {
    service.fail("Link in a circle", isOf("/projects"));
    await open("projects");
    await expectNotice(/\d+ projects loaded\./);
    await service.mend();
    await click(retry());
    await expectComplete();
  });

  it("offline, which is the only notice", async () => {
    service.fail("Link in a circle", isOf("/projects"));
    await open("projects");
    await waitFor(() => expect(notice()).toBeVisible());
    service.fail("reset before headers");
    await click(retry());
    expect((await screen.findByText(/cannot be reached/)).closest("[role=status]")).toBeVisible();
    await expectComplete();
  });
});

/** Pushes to the project with git, which changes many branches at once. */
async function push(refs: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "helve-push-"));
  // Not at once: the service runs in this process.
  const git = (...args: readonly string[]) => promisify(execFile)("git", ["-C", folder, ...args]);
  const { host } = new URL(service.url);
  const url = `http://oauth2:${service.token}@${host}/fjord/handbook.git`;
  await git("init", "--quiet");
  await git("fetch", "--quiet", url, "main");
  await git("push", "--quiet", url, ...refs);
  rmSync(folder, { recursive: true, force: true });
}
