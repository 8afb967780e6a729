import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { callProject } from "../../fixtures/call-project.ts";
import { leaveCodes } from "../../fixtures/enter-codes.ts";
import type { SweptView } from "../../fixtures/swept-view.ts";
import { handbook, lantern, local } from "../sample-addresses.ts";
import { choose, click, fillField, goToHref, pressKeys, type Step, shows, steps } from "./steps.ts";

const publicKey =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFCRm0oHFgKYXpRYCSGPHR1hSu9r0Cn5OzUDLR1hTq0G grace@bridge";

/** Replaces the JSON of some requests until the view is left. */
const mockJson =
  (url: RegExp | string, json: object): Step =>
  (page) =>
    page.route(url, (route) => route.fulfill({ json })).then(() => undefined);

/** Home, administration, the user's own pages, groups, projects, snippets, wikis and settings as their users leave them. */
export const accountStates: readonly SweptView[] = [
  {
    name: "home-empty-of-work",
    href: hrefs.settings("about"),
    open: steps(
      mockJson("**/operations/projects/*/jobs?*", []),
      mockJson("**/operations/merge_requests?*", []),
      goToHref(hrefs.home),
    ),
  },
  {
    name: "hook-typed",
    href: hrefs.admin(local, "hooks"),
    open: steps(
      click("button", "Add hook"),
      (page) => page.getByRole("dialog").getByRole("textbox", { name: "URL" }).fill("http://127.0.0.1:9/ok"),
      shows("Not encrypted"),
      click("button", "Generate token"),
    ),
    close: click("button", "Discard"),
  },
  {
    name: "user-new-refused",
    href: hrefs.admin(local, "users"),
    open: steps(
      click("button", "New user"),
      click("button", "Create user"),
      shows("Enter an email address."),
    ),
  },
  {
    name: "user-keys",
    href: hrefs.admin(local, "users", { q: "asa" }),
    open: steps(
      (page) => page.getByRole("grid", { name: "Users" }).getByRole("row", { name: /Åsa/ }).click(),
      click("radio", "SSH keys"),
      shows(/^SHA256:/),
    ),
  },
  {
    name: "user-delete",
    href: hrefs.admin(local, "users", { q: "jonas" }),
    open: steps(
      (page) => page.getByRole("grid", { name: "Users" }).getByRole("row", { name: /Jonas/ }).click(),
      choose("More actions", "Delete…"),
      (page) => page.getByRole("checkbox", { name: /Delete contributions/ }).click(),
      shows(/Groups that nobody else owns/),
    ),
  },
  {
    name: "admin-key-found",
    href: hrefs.admin(local, "keys"),
    open: steps(fillField("Key number", "1"), pressKeys("Enter"), shows(/^SHA256:/)),
  },
  { name: "user-mateo", href: hrefs.user(local, "mateo") },
  {
    name: "me-status",
    href: hrefs.me(local),
    open: steps((page) =>
      page
        .getByRole("form", { name: "Status" })
        .getByRole("textbox", { name: "Message" })
        .fill("at the **quay** until noon :coffee:"),
    ),
  },
  {
    name: "me-edit",
    href: hrefs.me(local),
    open: steps(click("button", "Edit profile"), fillField("Location", "Pier 4")),
    close: click("button", "Discard"),
  },
  {
    name: "me-key-typed",
    href: hrefs.me(local, "keys"),
    open: steps(click("button", "Add key"), async (page) => {
      await page
        .getByRole("textbox", { name: /[Kk]ey/ })
        .first()
        .fill(`${publicKey}\n`);
      await page.getByText("ssh-ed25519, 256 bits").waitFor();
    }),
    close: click("button", "Discard"),
  },
  {
    name: "me-keys-of-machine",
    href: hrefs.me(local, "keys"),
    open: steps(
      mockJson("**/-/ssh-keys", {
        folder: "/home/ada/.ssh",
        keys: [{ name: "id_ed25519.pub", line: publicKey }],
      }),
      click("button", "Add key"),
      click("button", "From ~/.ssh…"),
      click("button", "List public keys"),
      (page) => page.getByRole("button", { name: /id_ed25519\.pub/ }).waitFor(),
    ),
    close: steps(pressKeys("Escape"), click("button", /^(Cancel|Discard)$/)),
  },
  {
    name: "group-new-typed",
    href: hrefs.groups(local),
    open: steps(click("button", "New group"), async (page) => {
      const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
      await name.fill("Fjord");
      await page.getByText("Another group has this path.").waitFor();
    }),
  },
  {
    name: "group-transfer",
    href: hrefs.group(local, "fjord"),
    open: steps(
      choose("Actions for Fjord", "Transfer a project here…"),
      click("button", "Choose a project…"),
      async (page) => {
        await page.getByRole("combobox", { name: "Projects" }).fill("blank");
        await page.getByRole("option", { name: /Blank/ }).click();
        await page.getByRole("dialog").getByText("fjord/blank").waitFor();
      },
    ),
  },
  {
    name: "project-details",
    href: hrefs.project(local, handbook, "overview"),
    open: steps(click("button", "Details"), click("button", "Show the registration token")),
    close: click("button", "Details"),
  },
  {
    name: "projects-of-group",
    href: hrefs.projects(local),
    open: steps(click("treeitem", "Fjord"), click("treeitem", "Platform")),
  },
  {
    name: "project-handbook",
    href: hrefs.project(local, handbook),
    open: (page) => page.getByRole("img", { name: "The harbour at dusk" }).waitFor(),
  },
  {
    name: "project-blank-named",
    href: hrefs.home,
    open: steps(
      (page) =>
        page
          .route(/\/operations\/projects\/atlas%2Fblank\?/, async (route) => {
            const response = await route.fetch({ maxRetries: 1 });
            const json = { ...(await response.json()), default_branch: "main", empty_repo: true };
            await route.fulfill({ response, json });
          })
          .then(() => undefined),
      goToHref(hrefs.project(local, "atlas/blank")),
      shows("The repository is empty"),
    ),
  },
  { name: "repository-open", href: hrefs.projects(local), open: click("button", "Open repository…") },
  {
    name: "snippet-found",
    href: hrefs.admin(local, "snippets"),
    open: async (page) => {
      const field = page.getByRole("main").getByRole("textbox").first();
      await field.fill("8");
      await field.press("Enter");
      await page.getByRole("region", { name: "Snippet", exact: true }).waitFor();
    },
  },
  {
    name: "snippet-typed",
    href: hrefs.snippet(local, null, "new"),
    open: steps(fillField("Title", "Count the gulls"), shows("Draft saved")),
    close: click("button", "Discard"),
  },
  {
    name: "snippet-user-agent",
    href: hrefs.snippet(local, null, 8),
    open: choose("More actions", "User agent details"),
  },
  {
    name: "wiki-hits",
    href: hrefs.wiki(local, lantern, { kind: "search" }, { q: "berth" }),
    open: (page) =>
      page.getByRole("listbox", { name: "Matching pages" }).getByRole("option").first().waitFor(),
  },
  {
    name: "wiki-more-tools",
    href: hrefs.wiki(local, lantern, { kind: "edit", slug: "home" }),
    open: async (page) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.getByRole("button", { name: "More tools" }).click();
    },
  },
  {
    name: "reference-tried",
    href: hrefs.reference(local, "createBranch"),
    open: async (page) => {
      await page.getByRole("textbox", { name: "id *" }).fill(handbook);
      await page.getByRole("textbox", { name: "branch *" }).fill("of-a-sweep");
      await page.getByRole("textbox", { name: "ref *" }).fill("main");
      await page.getByRole("button", { name: "Try it" }).click();
      await page.getByRole("alertdialog").or(page.getByRole("dialog")).first().waitFor();
    },
  },
  {
    name: "reference-found",
    href: hrefs.reference(local),
    open: steps(
      (page) => page.getByRole("searchbox", { name: "Search operations" }).fill("repository tree"),
      click("option", /Files and folders|tree/i),
      shows("Parameters"),
    ),
  },
  {
    name: "notifications-silent",
    href: hrefs.settings("notifications"),
    open: (page) => page.getByRole("switch", { name: "Sound" }).click(),
    close: (page) => page.getByRole("switch", { name: "Sound" }).click(),
  },
  {
    name: "shortcuts-of-file",
    href: hrefs.project(local, lantern, "files", { ref: "main", path: "README.md" }),
    open: steps(
      (page) => page.getByRole("button", { name: "Go to file" }).waitFor(),
      pressKeys("?"),
      (page) => page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor(),
    ),
  },
  {
    name: "notification-levels-custom",
    href: hrefs.me(local, "notifications"),
    open: async (page) => {
      await page.getByRole("combobox", { name: "Level of fjord/lantern", exact: true }).click();
      await page.getByRole("option", { name: "Custom" }).click();
      await page.getByRole("group", { name: /^Pipelines/ }).waitFor();
    },
    close: async (page) => {
      await page.getByRole("combobox", { name: "Level of fjord/lantern", exact: true }).click();
      await page.getByRole("option", { name: "Inherit" }).click();
    },
  },
  {
    name: "wiki-front-matter",
    href: hrefs.home,
    open: async (page) => {
      const content = "---\nauthor: Ada\n---\n# Manual\n\nWritten down.\n";
      await callProject(page, handbook, "POST", "/wikis", { title: "Manual", content, format: "markdown" });
      await goToHref(hrefs.wiki(local, handbook, { kind: "page", slug: "Manual" }))(page);
      await page.getByRole("table", { name: "Front matter" }).waitFor();
    },
  },
  {
    name: "proxy-code",
    href: hrefs.settings("network"),
    open: async (page) => {
      // The code is not entered.
      await leaveCodes(page);
      await page.getByRole("combobox", { name: "Proxy" }).click();
      await page.getByRole("option", { name: "None" }).click();
      await page.getByText("Reach services without a proxy").waitFor();
    },
  },
  {
    name: "folder-dropped",
    href: hrefs.home,
    open: async (page) => {
      await page.getByRole("button", { name: "Open repository…" }).waitFor();
      await page.evaluate(() => {
        const event = new DragEvent("drop", { bubbles: true, cancelable: true });
        const item = {
          ...{ kind: "file", webkitGetAsEntry: () => ({ isDirectory: true }) },
          getAsFile: () => new File([], "harbour"),
        };
        Object.defineProperty(event, "dataTransfer", { value: { items: [item], types: ["Files"] } });
        document.body.dispatchEvent(event);
      });
      await page.getByText("A browser does not say where the folder harbour is.").waitFor();
    },
  },
  {
    name: "toasts-of-failures",
    href: hrefs.project(local, lantern, "tags"),
    open: async (page) => {
      await page.route(/\/repository\/tags\//, (route) =>
        route.request().method() === "DELETE"
          ? route.fulfill({
              status: 403,
              json: { code: "refused", message: "The harbour is closed.", status: 403 },
            })
          : route.fallback(),
      );
      const remove = page.getByRole("button", { name: /^Delete the tag / });
      await remove.first().press("Enter");
      await remove.nth(1).press("Enter");
      await page
        .getByRole("region", { name: /^Notifications/ })
        .getByRole("listitem")
        .nth(1)
        .waitFor();
    },
  },
];
