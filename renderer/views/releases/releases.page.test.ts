import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { undoDiscard } from "../../testing/page/drafts.ts";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, withJson } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { fill } from "../../testing/page/press-keys.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const project = "fjord/handbook";

it("a release is written, stored as a draft, published, edited and deleted", async () => {
  const { user } = app;
  const tag = `v9.${Math.floor(Math.random() * 100_000)}`;
  await app.open(projectPath(project, "releases"));
  const openForm = async () => {
    await user.click(await screen.findByRole("button", { name: "New release" }));
    return within(await screen.findByRole("dialog", { name: "New release" }));
  };
  let dialog = await openForm();
  const field = (name: string) => dialog.getByRole("textbox", { name });
  await fill(user, field("Tag"), "v..1");
  expect(await dialog.findByText('Names cannot contain "..".')).toBeVisible();
  await fill(user, field("Tag"), tag);
  expect(await dialog.findByText("This tag will be created.")).toBeVisible();
  await fill(user, field("Name"), `Harbour ${tag}`);
  await fill(user, field("Release notes"), "## New\n\nA **lighter** board.");
  await user.click(dialog.getByRole("button", { name: "Add link" }));
  await fill(user, field("Name of link 1"), "Installer");
  await fill(user, field("URL of link 1"), "not a url");
  expect(await dialog.findByText("Enter a URL that starts with https:// or http://.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Publish" })).toHaveAttribute("aria-disabled", "true");
  await fill(user, field("URL of link 1"), "https://downloads.example/harbour.zip");
  await app.reload();
  dialog = await openForm();
  await user.click(await dialog.findByRole("button", { name: "Discard" }));
  await undoDiscard(user, "release draft");
  dialog = await openForm();
  await waitFor(() => expect(field("Tag")).toHaveValue(tag));
  await user.click(dialog.getByText("Preview"));
  expect(await dialog.findByText("lighter")).toBeVisible();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Publish" }));
  const cardName = { name: `Harbour ${tag}` };
  const card = within(await screen.findByRole("article", cardName));
  expect(await card.findByText("Latest")).toBeVisible();
  expect(card.getByRole("link", { name: "Installer" })).toBeVisible();
  await waitFor(() => expect(card.getAllByRole("heading", { name: /^(Harbour|New)/ })).toHaveLength(2));
  await expectAccessible();
  await user.click(card.getByRole("button", { name: "Source (zip)" }));
  expect(await screen.findByText(`Downloading handbook-${tag}.zip`)).toBeVisible();
  await user.click(card.getByRole("button", { name: /^Edit the release/ }));
  dialog = within(await screen.findByRole("dialog", { name: `Edit Harbour ${tag}` }));
  await fill(user, field("Release notes"), "Changed notes.");
  await user.click(dialog.getByRole("button", { name: "Publish" }));
  expect(await card.findByText("Changed notes.")).toBeVisible();
  await app.open(projectPath(project, "tags"));
  await user.click(await screen.findByRole("link", { name: `Release of ${tag}` }));
  const shown = within(await screen.findByRole("article", cardName));
  await user.click(shown.getByRole("button", { name: /^Delete the release/ }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("article", cardName)).toBeNull());
});

it("notes are drafted from what was merged and committed since a tag, by type or by label", async () => {
  const { user } = app;
  const name = `notes-${Date.now()}`;
  const call = <T>(method: "POST" | "PUT", path: string, body: object) =>
    app.callProject<T>(project, method, path, body);
  const commit = (branch: string, title: string, start?: string) =>
    call("POST", "/repository/commits", {
      ...{ branch, commit_message: title, ...(start ? { start_branch: start } : {}) },
      actions: [{ action: "create", file_path: `${title.replace(/\W/g, "-")}-${name}.md`, content: title }],
    });
  await call("POST", "/repository/branches", { branch: name, ref: "main" });
  await call("POST", "/repository/tags", { tag_name: `${name}-1`, ref: name });
  await commit(`${name}-side`, "feat(lamp): light it", name);
  const { iid } = await call<{ iid: number }>("POST", "/merge_requests", {
    ...{ source_branch: `${name}-side`, target_branch: name, title: "Light the lamp", labels: "bright" },
  });
  await call("PUT", `/merge_requests/${iid}/merge`, {});
  await commit(name, "Tidy the pier");
  await app.open(projectPath(project, "releases"));
  await user.click(await screen.findByRole("button", { name: "New release" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New release" }));
  await fill(user, dialog.getByRole("textbox", { name: "Tag" }), `${name}-2`);
  await fill(user, dialog.getByRole("textbox", { name: "Target" }), name);
  await user.click(await dialog.findByRole("combobox", { name: "Changes since" }));
  await user.click(await screen.findByRole("option", { name: `${name}-1` }));
  const notes = dialog.getByRole("textbox", { name: "Release notes" });
  await user.click(dialog.getByRole("button", { name: "Draft notes" }));
  const byType = `## Features\n\n- **lamp:** light it (!${iid} by @helve)\n\n## Other changes\n\n- Tidy the pier (`;
  await waitFor(() => expect(notes).toHaveProperty("value", expect.stringContaining(byType)));
  await fill(user, notes, "Before");
  await user.click(dialog.getByRole("combobox", { name: "Grouped by" }));
  await user.click(await screen.findByRole("option", { name: "Labels" }));
  await user.click(dialog.getByRole("button", { name: "Draft notes" }));
  const byLabel = `Before\n\n## bright\n\n- Light the lamp (!${iid} by @helve)\n`;
  await waitFor(() => expect(notes).toHaveProperty("value", expect.stringContaining(byLabel)));
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Discard" }));
});

it("links of a published release are added, changed and removed, and a file that was lost is named", async () => {
  const { user } = app;
  const tag = `links-${Date.now()}`;
  const call = <T>(path: string, body: object) => app.callProject<T>(project, "POST", path, body);
  await call("/releases", {
    ...{ tag_name: tag, ref: "main", description: "Notes" },
    assets: {
      links: [
        { name: "Old", url: "https://downloads.example/old" },
        { name: "Site", url: "https://downloads.example/site" },
      ],
    },
  });
  await app.open(projectPath(project, "releases"));
  const card = within(await screen.findByRole("article", { name: tag }));
  await user.click(card.getByRole("button", { name: `Edit the release ${tag}` }));
  const dialog = within(await screen.findByRole("dialog", { name: `Edit ${tag}` }));
  const field = (name: string) => dialog.getByRole("textbox", { name });
  await user.click(dialog.getByRole("button", { name: "Remove link 1" }));
  await waitFor(() => expect(field("Name of link 1")).toHaveValue("Site"));
  await fill(user, field("Name of link 1"), "Home page");
  await user.click(dialog.getByRole("combobox", { name: "Type of link 1" }));
  await user.click(await screen.findByRole("option", { name: "Runbook" }));
  await fill(user, field("Download path of link 1"), "help");
  expect(await dialog.findByText("Begin with a slash, as in /bin/app.")).toBeVisible();
  await fill(user, field("Download path of link 1"), "/help");
  await user.click(dialog.getByRole("button", { name: "Add link" }));
  await fill(user, field("Name of link 2"), "App");
  await fill(user, field("URL of link 2"), "https://downloads.example/app.zip");
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Publish" }));
  expect(await card.findByRole("link", { name: "App" })).toBeVisible();
  expect(card.getByRole("link", { name: "Home page" })).toHaveAttribute(
    "href",
    expect.stringMatching(new RegExp(`/-/releases/${tag}/downloads/help$`)),
  );
  expect(card.getByText("Runbook")).toBeVisible();
  expect(card.queryByRole("link", { name: "Old" })).toBeNull();
  const { links } = (
    await app.callProject<{ assets: { links: { name: string; link_type: string }[] } }>(
      project,
      "GET",
      `/releases/${tag}`,
    )
  ).assets;
  expect(links.map(({ name, link_type }) => [name, link_type])).toEqual([
    ["Home page", "runbook"],
    ["App", "other"],
  ]);
});

it("what a service collected when it was published is shown with its hash", async () => {
  const tag = `evidence-${Date.now()}`;
  await app.callProject(project, "POST", "/releases", { tag_name: tag, ref: "main", description: "Notes" });
  const evidences = [
    {
      sha: "760d6cdfb0879c3ffedec13af470e0f71cf52c6cde4d",
      filepath: "https://git.example/evidences/1.json",
      collected_at: "2026-01-03T01:56:19.539Z",
    },
  ];
  interceptRequests(/GET .*\/releases\?/, async (send) => {
    const response = await send();
    const releases: object[] = await response.json();
    return withJson(
      response,
      releases.map((release) => ({ ...release, evidences })),
    );
  });
  await app.open(projectPath(project, "releases"));
  const list = within(await screen.findByRole("list", { name: `Evidence of ${tag}` }));
  expect(list.getByRole("link", { name: "Evidence" })).toHaveAttribute("href", evidences[0]?.filepath);
  expect(list.getByText("760d6cdf")).toBeVisible();
  await expectAccessible();
});
