import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it, vi } from "vitest";
import { commitFiles } from "../../testing/page/commit-files.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests, projectPath } from "../../testing/page/opened-app.ts";

const app = appForTests();
const project = "fjord/platform/toolbox";
const secret = "0123456789abcdef0123456789abcdef";

afterEach(() => vi.restoreAllMocks());

/** Describes the first open merge request of a project, and opens it. */
async function describeMergeRequest(description: string): Promise<number> {
  const [first] = await app.callProject<{ iid: number; title: string }[]>(
    "fjord/lantern",
    "GET",
    "/merge_requests?state=opened",
  );
  const iid = first?.iid ?? 0;
  await app.callProject("fjord/lantern", "PUT", `/merge_requests/${iid}`, { description });
  await app.open(projectPath("fjord/lantern", `merge_requests/${iid}`));
  return iid;
}

const overview = async () => within(await screen.findByRole("region", { name: "Overview" }));
const hrefOf = (link: HTMLElement) => link.getAttribute("href");

it("links references of a description, and leaves those of nothing as text", async () => {
  let reads = 0;
  interceptRequests(/merge_requests\?.*iids/, (send) => {
    reads++;
    return send();
  });
  const iid = await describeMergeRequest(
    `See !1, !99999, #4, $98765, @mateo, @nobody-here, ~"no such label" and fjord/beacon#2. \`!1\`\n\nCosts $5.`,
  );
  const text = await overview();
  const root = projectPath("fjord/lantern");
  expect(hrefOf(await text.findByRole("link", { name: "#4" }))).toBe(`${root}/issues/4`);
  expect(hrefOf(await text.findByRole("link", { name: /^!1\b/ }))).toBe(`${root}/merge_requests/1`);
  expect(hrefOf(await text.findByRole("link", { name: "@mateo" }))).toBe("/a/local/users/mateo");
  expect(hrefOf(await text.findByRole("link", { name: "beacon#2" }))).toBe(
    projectPath("fjord/beacon", "issues/2"),
  );
  await waitFor(() => expect(text.queryByRole("link", { name: "!99999" })).toBeNull());
  for (const name of ["$98765", "@nobody-here", "$5"]) expect(text.queryByRole("link", { name })).toBeNull();
  expect(iid).toBeGreaterThan(0);
  // Both numbers were read by one request.
  expect(reads).toBe(1);
  await expectAccessible();
});

it("loads uploads through the account, and links them to the project", async () => {
  await describeMergeRequest(
    `![shot](/uploads/${secret}/shot.png)\n\n[report.pdf](/uploads/${secret}/report.pdf) [the guide](docs/guide.md#setup)`,
  );
  const text = await overview();
  const origin = app.service.url;
  expect(hrefOf(await text.findByRole("link", { name: "report.pdf" }))).toBe(
    `${origin}/fjord/lantern/uploads/${secret}/report.pdf`,
  );
  // The service of the test has no such file.
  expect(hrefOf(await text.findByRole("link", { name: "shot (open the image)" }))).toBe(
    `${origin}/fjord/lantern/uploads/${secret}/shot.png`,
  );
  expect(hrefOf(text.getByRole("link", { name: "the guide" }))).toBe(
    `${projectPath("fjord/lantern", "files")}?path=docs%2Fguide.md#setup`,
  );
});

it("changes a task of a description, and nothing else of it", async () => {
  const iid = await describeMergeRequest("- [ ] lamp\r\n- [x] horn\r\n- [~] flag\r\n");
  const text = await overview();
  const [lamp] = await text.findAllByRole("checkbox", { name: "not done" });
  expect(text.getByRole("checkbox", { name: "not applicable" })).toBeDisabled();
  await app.user.click(lamp as HTMLElement);
  await waitFor(async () =>
    expect(await app.callProject("fjord/lantern", "GET", `/merge_requests/${iid}`)).toMatchObject({
      description: "- [x] lamp\r\n- [x] horn\r\n- [~] flag\r\n",
    }),
  );
});

it("anchors of a file are reached from the page, the address and another file", async () => {
  await commitFiles(app, project, {
    "anchors/page.md":
      '# Page\n\n[Setup](#setup-run) [Named](#named-place) [Other](guide/other.md#tide-tables) [Lines](a.txt#L2-3)\n\n[[_TOC_]]\n\n## Setup & run\n\n<a name="named-place"></a>\n\nnamed\n',
    "anchors/guide/other.md": "# Other\n\n## Tide tables\n\ntext\n",
    "anchors/a.txt": "1\n2\n3\n",
  });
  const scrolled: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    scrolled.push(this.id || this.getAttribute("name") || this.tagName);
  });
  const page = `${projectPath(project, "files")}?ref=main&path=anchors%2Fpage.md`;
  await app.open(page);
  const main = within(screen.getByRole("main"));
  await app.user.click(await main.findByRole("link", { name: "Setup" }));
  await waitFor(() => expect(scrolled).toContain("user-content-setup-run"));
  expect(app.address).toMatch(/#setup-run$/);
  await app.user.click(main.getByRole("link", { name: "Named" }));
  await waitFor(() => expect(scrolled).toContain("user-content-named-place"));
  expect(hrefOf(main.getByRole("link", { name: "Setup & run" }))).toMatch(/page\.md#setup-run$/);
  expect(hrefOf(main.getByRole("link", { name: "Lines" }))).toMatch(/anchors%2Fa\.txt#L2-3$/);
  await app.user.click(main.getByRole("link", { name: "Other" }));
  await waitFor(() => expect(scrolled).toContain("user-content-tide-tables"));
  scrolled.length = 0;
  await app.open(`${page}#setup-run`);
  await waitFor(() => expect(scrolled).toContain("user-content-setup-run"));
});

it("draws alerts, tables of JSON and players, and names diagrams that it does not draw", async () => {
  await commitFiles(app, project, {
    "drawn/all.md":
      '> [!warning] Rocks\n> Steer left.\n\n```plantuml\nA -> B\n```\n\n```json:table\n{"items": [{"lamp": "**red**"}], "markdown": true}\n```\n\n![tour](tour.mp4){width=50%} ![horn](horn.ogg)\n\n`#F00` {+ new +} :tada:\n',
  });
  await app.open(`${projectPath(project, "files")}?ref=main&path=drawn%2Fall.md`);
  const main = within(screen.getByRole("main"));
  expect((await main.findByText("Rocks")).closest(".markdown-alert-warning")).toHaveTextContent(
    "Steer left.",
  );
  expect(main.getByText(/^PlantUML diagram, shown as its source/).nextSibling).toHaveTextContent("A -> B");
  expect(within(main.getByRole("table")).getByText("red").tagName).toBe("STRONG");
  expect(main.getByLabelText("tour")).toHaveAttribute("width", "50%");
  expect(main.getByLabelText("horn").tagName).toBe("AUDIO");
  expect(main.getByText("new")).toHaveClass("addition");
  expect(main.getByText(/🎉/)).toBeVisible();
  await expectAccessible();
});
