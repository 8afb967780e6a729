import { screen, waitFor, within } from "@testing-library/dom";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { commitAsAnotherClient } from "../../testing/page/commit-as-another-client.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, recordRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { secondServiceForTests } from "../../testing/page/second-service.ts";
import { diagramKinds } from "../../ui/markdown/markdown-elements.tsx";

const app = appForTests();
const second = secondServiceForTests();
const project = "fjord/platform/toolbox";
const secret = "0123456789abcdef0123456789abcdef";
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M8AAAQBAQA3hHJ1AAAAAElFTkSuQmCC";

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
  const { iid: issue } = await app.callProject<{ iid: number }>("fjord/lantern", "POST", "/issues", {
    title: "Say what a lamp is",
  });
  const iid = await describeMergeRequest(
    `See !1, !99999, #${issue}, #99999, $98765, @mateo, @nobody-here, ~"no such label" and fjord/beacon#2. \`!1\`\n\nCosts $5.`,
  );
  const text = await overview();
  const root = projectPath("fjord/lantern");
  const named = await text.findByRole("link", { name: `#${issue}` });
  expect(hrefOf(named)).toBe(`${root}/issues/${issue}`);
  await waitFor(() => expect(named).toHaveAttribute("title", "Say what a lamp is"));
  expect(hrefOf(await text.findByRole("link", { name: /^!1\b/ }))).toBe(`${root}/merge_requests/1`);
  expect(hrefOf(await text.findByRole("link", { name: "@mateo" }))).toBe("/a/local/users/mateo");
  expect(hrefOf(await text.findByRole("link", { name: "beacon#2" }))).toBe(
    projectPath("fjord/beacon", "issues/2"),
  );
  await waitFor(() => expect(text.queryByRole("link", { name: "!99999" })).toBeNull());
  for (const name of ["#99999", "$98765", "@nobody-here", "$5"])
    expect(text.queryByRole("link", { name })).toBeNull();
  expect(iid).toBeGreaterThan(0);
  // Both numbers were read by one request.
  expect(reads).toBe(1);
  await expectAccessible();
});

it("links every kind of reference of another service, epics to its own page", async () => {
  const name = "fjord/lantern";
  const { id: account } = await app.host.addAccount(second.url, second.token);
  const of = <T>(path: string) => second.call<T>("GET", `/projects/${encodeURIComponent(name)}${path}`);
  const [label] = await of<{ name: string }[]>("/labels");
  const [milestone] = await of<{ title: string; iid: number }[]>("/milestones");
  const [snippet] = await of<{ id: number }[]>("/snippets");
  const [commit] = await of<{ id: string }[]>("/repository/commits");
  const [request] = await of<{ iid: number }[]>("/merge_requests?state=opened");
  const [other] = await of<{ iid: number }[]>("/merge_requests?state=merged");
  const open = await of<{ iid: number }[]>("/issues?state=opened");
  const [first, next, third] = open.map(({ iid }) => iid);
  const id = commit?.id ?? "";
  const written = [
    ...[
      `#${first}`,
      `GL-${next}`,
      `[issue:${third}]`,
      "fjord/beacon#2",
      "&7",
      "fjord/platform&8",
      "[epic:9]",
      `!${other?.iid}`,
    ],
    ...[`$${snippet?.id}`, `~"${label?.name}"`, `%"${milestone?.title}"`, "@mateo", id],
    ...[`${id}...${id}`, `fjord/beacon@${id}`, "[wiki_page:Home]"],
  ];
  const body = { body: written.join("\n\n") };
  await second.call(
    "POST",
    `/projects/${encodeURIComponent(name)}/merge_requests/${request?.iid}/notes`,
    body,
  );
  const root = `/a/${account}/p/${encodeURIComponent(name)}`;
  const beacon = `/a/${account}/p/${encodeURIComponent("fjord/beacon")}`;
  await app.open(`${root}/merge_requests/${request?.iid}`);
  const main = within(screen.getByRole("main"));
  const expected = {
    [`#${first}`]: [`${root}/issues/${first}`, /./],
    [`#${next}`]: [`${root}/issues/${next}`, /./],
    [`#${third}`]: [`${root}/issues/${third}`, /./],
    "beacon#2": [`${beacon}/issues/2`, /./],
    "&7": [`${second.url}/groups/fjord/-/epics/7`, "Epic 7 of fjord, in the browser"],
    "fjord/platform&8": [
      `${second.url}/groups/fjord/platform/-/epics/8`,
      "Epic 8 of fjord/platform, in the browser",
    ],
    "&9": [`${second.url}/groups/fjord/-/epics/9`, "Epic 9 of fjord, in the browser"],
    [`$${snippet?.id}`]: [`${root}/snippets/${snippet?.id}`, /./],
    "@mateo": [`/a/${account}/users/mateo`, /./],
    [id.slice(0, 8)]: [`${root}/commits/${id}`, id],
    [`beacon@${id.slice(0, 8)}`]: [`${beacon}/commits/${id}`, id],
    Home: [`${root}/wiki`, null],
  } as const;
  for (const [text, [href, title]] of Object.entries(expected)) {
    const link = (await main.findAllByRole("link", { name: text })).at(-1) as HTMLElement;
    expect([text, hrefOf(link)]).toEqual([
      text,
      expect.stringMatching(new RegExp(`^${RegExp.escape(href)}`)),
    ]);
    if (title !== null) expect(link.title, text).toMatch(title);
  }
  expect(hrefOf(await main.findByRole("link", { name: `${id.slice(0, 8)}...${id.slice(0, 8)}` }))).toContain(
    "/compare?",
  );
  expect(
    hrefOf((await main.findAllByRole("link", { name: label?.name ?? "" })).at(-1) as HTMLElement),
  ).toContain("label");
  expect(hrefOf(await main.findByRole("link", { name: new RegExp(`^%"?${milestone?.title}`) }))).toBe(
    `${root}/milestones/${milestone?.iid}`,
  );
  expect(hrefOf(await main.findByRole("link", { name: new RegExp(`^!${other?.iid} `) }))).toBe(
    `${root}/merge_requests/${other?.iid}`,
  );
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
  expect(hrefOf(await text.findByRole("link", { name: "Open in browser: shot" }))).toBe(
    `${origin}/fjord/lantern/uploads/${secret}/shot.png`,
  );
  expect(text.getByText(/^shot: Not found\. Services before 17\.4/)).toBeVisible();
  expect(hrefOf(text.getByRole("link", { name: "the guide" }))).toBe(
    `${projectPath("fjord/lantern", "files")}?path=docs%2Fguide.md#setup`,
  );
});

it("draws an upload of a private project, also by the project's number, and says why not", async () => {
  const { id } = await app.callProject<{ id: number }>("fjord/lantern", "GET", "");
  const form = new FormData();
  form.set("file", new File([Uint8Array.from(atob(dot), (each) => each.charCodeAt(0))], "dot one.png"));
  const attached = await app.host.request(`/accounts/local/operations/projects/${id}/wikis/attachments`, {
    method: "POST",
    body: form,
  });
  const { link } = z.object({ link: z.object({ url: z.string() }) }).parse(await attached.json());
  const sent = recordRequests(/\/upload\?/);
  await describeMergeRequest(
    `![first](/${link.url}) ![second](/-/project/${id}/${link.url}) ![text](/${link.url.replace(/[^/]+$/, "none.png")})`,
  );
  const text = await overview();
  for (const name of ["first", "second"]) {
    expect((await text.findByRole("img", { name })).getAttribute("src")).toMatch(/^blob:/);
  }
  expect(await text.findByRole("link", { name: "Open in browser: text" })).toBeVisible();
  expect(sent.length).toBeGreaterThanOrEqual(3);
  await expectAccessible();
});

it("draws attachments of a wiki of another service, and says why not", async () => {
  const name = encodeURIComponent("fjord/lantern");
  const { id: account } = await app.host.addAccount(second.url, second.token);
  const form = new FormData();
  form.set("file", new File([Uint8Array.from(atob(dot), (each) => each.charCodeAt(0))], "dot.png"));
  const attached = await app.host.request(
    `/accounts/${account}/operations/projects/${name}/wikis/attachments`,
    { method: "POST", body: form },
  );
  const { link } = z.object({ link: z.object({ url: z.string() }) }).parse(await attached.json());
  const content = `![plan](${link.url}) ![away](away.png)`;
  await second.call("POST", `/projects/${name}/wikis`, { title: "Shown", content });
  await app.open(`/a/${account}/p/${name}/wiki/Shown`);
  const main = within(screen.getByRole("main"));
  expect((await main.findByRole("img", { name: "plan" })).getAttribute("src")).toMatch(/^blob:/);
  expect(hrefOf(await main.findByRole("link", { name: "Open in browser: away" }))).toMatch(
    /\/fjord\/lantern\/-\/wikis\/away\.png$/,
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

it("a task of a file becomes a draft, and the preview beside it changes the draft further", async () => {
  await commitAsAnotherClient(app, project, {
    "tasks/list.md": "# List\r\n\r\n- [ ] lamp\r\n- [ ] horn\r\n",
  });
  await app.open(`${projectPath(project, "files")}?ref=main&path=tasks%2Flist.md`);
  const main = within(screen.getByRole("main"));
  const boxes = await main.findAllByRole("checkbox", { name: "not done" });
  await app.user.click(boxes[0] as HTMLElement);
  const preview = within(await screen.findByRole("region", { name: "Preview of tasks/list.md" }));
  expect(app.address).toMatch(/\/edit\?.*beside=preview/);
  expect(await preview.findByRole("checkbox", { name: "done" })).toBeChecked();
  await app.user.click(await preview.findByRole("checkbox", { name: "not done" }));
  await waitFor(() => expect(preview.getAllByRole("checkbox", { name: "done" })).toHaveLength(2));
  expect(await screen.findByText("Draft saved")).toBeVisible();
  // Both again: nothing is left to commit.
  for (const left of [1, 0]) {
    await app.user.click(preview.getAllByRole("checkbox", { name: "done" })[0] as HTMLElement);
    await waitFor(() => expect(preview.queryAllByRole("checkbox", { name: "done" })).toHaveLength(left));
  }
  expect(await screen.findByText("No changes")).toBeVisible();
});

it("a task of a comment is not changed where the comment is another one by now", async () => {
  const open = await app.callProject<{ iid: number }[]>(
    "fjord/lantern",
    "GET",
    "/merge_requests?state=opened",
  );
  const notes = `/merge_requests/${open[0]?.iid}/notes`;
  const { id } = await app.callProject<{ id: number }>("fjord/lantern", "POST", notes, {
    body: "- [ ] buoy\n- [ ] rope",
  });
  await describeMergeRequest("none");
  const text = await overview();
  expect(await text.findByText("buoy")).toBeVisible();
  // Changed elsewhere right before it is looked at, so that what is shown is not read again in between.
  let isChanged = false;
  interceptRequests(new RegExp(`/merge_requests/\\d+/notes/${id}$`), async (send) => {
    if (!isChanged) {
      isChanged = true;
      await app.callProject("fjord/lantern", "PUT", `${notes}/${id}`, { body: "- [ ] pier\n- [ ] buoy" });
    }
    return send();
  });
  const box = () => within(text.getByText("buoy").closest("li") as HTMLElement).getByRole("checkbox");
  // Once it is known who reads.
  await waitFor(() => expect(box()).toBeEnabled());
  await app.user.click(box());
  expect(await screen.findByText(/was changed elsewhere meanwhile/)).toBeVisible();
  expect(await app.callProject("fjord/lantern", "GET", `${notes}/${id}`)).toMatchObject({
    body: "- [ ] pier\n- [ ] buoy",
  });
});

it("code is copied without its colours", async () => {
  await commitAsAnotherClient(app, project, { "drawn/code.md": "```js\nconst a = 1;\n// two\n```\n" });
  await app.open(`${projectPath(project, "files")}?ref=main&path=drawn%2Fcode.md`);
  await app.user.click(await screen.findByRole("button", { name: "Copy code" }));
  expect(await navigator.clipboard.readText()).toBe("const a = 1;\n// two");
});

it("anchors of a file are reached from the page, the address and another file", async () => {
  await commitAsAnotherClient(app, project, {
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

it("sorts and filters a table of JSON where it says so, with the keyboard", async () => {
  const table = {
    fields: [{ key: "lamp", label: "Lamp", sortable: true }, { key: "height", sortable: true }, "note"],
    items: [
      { lamp: "**b**", height: 9, note: "#4" },
      { lamp: "a", height: 100, note: "old" },
      { lamp: "c", note: "" },
    ],
    filter: true,
    markdown: true,
    caption: "Lamps",
  };
  await commitAsAnotherClient(app, project, {
    "drawn/t.md": `\`\`\`json:table\n${JSON.stringify(table)}\n\`\`\`\n`,
  });
  await app.open(`${projectPath(project, "files")}?ref=main&path=drawn%2Ft.md`);
  const drawn = within(await screen.findByRole("table", { name: "Lamps" }));
  const rows = () => drawn.getAllByRole("row").slice(1);
  const order = () => rows().map((row) => within(row).getAllByRole("cell")[0]?.textContent);
  const head = (name: string) => drawn.getByRole("columnheader", { name });
  expect(order()).toEqual(["b", "a", "c"]);
  expect(drawn.getByText("b").tagName).toBe("STRONG");
  drawn.getByRole("button", { name: "height" }).focus();
  await app.user.keyboard("{Enter}");
  expect(head("height")).toHaveAttribute("aria-sort", "ascending");
  expect(order()).toEqual(["b", "a", "c"]);
  await app.user.keyboard("{Enter}");
  expect(head("height")).toHaveAttribute("aria-sort", "descending");
  expect(order()).toEqual(["a", "b", "c"]);
  await app.user.click(drawn.getByRole("button", { name: "Lamp" }));
  expect(head("height")).not.toHaveAttribute("aria-sort");
  expect(order()).toEqual(["a", "b", "c"]);
  expect(drawn.queryByRole("button", { name: "note" })).toBeNull();
  await app.user.type(screen.getByRole("searchbox", { name: "Filter rows" }), "OLD");
  expect(order()).toEqual(["a"]);
  await app.user.type(screen.getByRole("searchbox", { name: "Filter rows" }), "er");
  expect(drawn.getByText("No row matches")).toBeVisible();
  await expectAccessible();
});

it("names every kind of diagram that it does not draw, above its source", async () => {
  const kinds = Object.entries(diagramKinds);
  const text = kinds.map(([language]) => `\`\`\`${language}\nsource of ${language}\n\`\`\`\n`).join("\n");
  await commitAsAnotherClient(app, project, { "drawn/kinds.md": text });
  await app.open(`${projectPath(project, "files")}?ref=main&path=drawn%2Fkinds.md`);
  const main = within(screen.getByRole("main"));
  await main.findAllByText(/shown as its source/);
  expect(kinds.length).toBeGreaterThan(20);
  for (const [language, name] of kinds) {
    const caption = main.getByText(`${name} diagram, shown as its source: Helve does not draw it.`);
    expect(caption.parentElement).toHaveTextContent(`source of ${language}`);
  }
  await expectAccessible();
});

it("draws alerts, tables of JSON and players, and names diagrams that it does not draw", async () => {
  await commitAsAnotherClient(app, project, {
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
