import { expect, type Page } from "@playwright/test";
import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { fetchConfirmed } from "../../fixtures/enter-codes.ts";
import { inLantern } from "../sample-addresses.ts";
import { type DialogCase, field, fills, onButton, openByButton } from "./dialog-case.ts";

/**
 * Makes somebody a member of the project itself, unless a spec before has done so. Before the members are first shown, for
 * the app does not know of it.
 */
const addMember = async (page: Page): Promise<void> => {
  const path = "/-/accounts/local/operations/projects/fjord%2Flantern/members";
  const { status } = await fetchConfirmed(page, path, "POST", { user_id: 2, access_level: 50 });
  expect([201, 409]).toContain(status);
};

/** Makes a part of a project's settings, before these are first shown. */
const makeIn = (project: string, part: string, body: object) => async (page: Page) => {
  const path = `/-/accounts/local/operations/projects/${encodeURIComponent(project)}/${part}`;
  const { status, json } = await fetchConfirmed(page, path, "POST", body);
  expect(status, JSON.stringify(json)).toBe(201);
};
/** Not that of the views: they are swept without tokens and keys. */
const handbook = (tab: "access" | "repository") =>
  hrefs.project("local", "fjord/handbook", "settings", { tab });
/** Public keys of 32 equal bytes. */
const key = (end: string) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${end}`;

/** Dialogs of labels, milestones, members and the settings of a project. */
export const planningDialogs: readonly DialogCase[] = [
  {
    sources: ["views/manage/planning/label-form.tsx"],
    name: "New label",
    href: inLantern("labels"),
    open: openByButton("New label"),
    focus: field("Name"),
    fill: fills("Name", "of a dialog"),
  },
  {
    sources: ["views/manage/planning/milestone-form.tsx"],
    name: "New milestone",
    href: inLantern("milestones"),
    open: openByButton("New milestone"),
    focus: field("Title"),
    fill: fills("Title", "Of a dialog"),
  },
  {
    sources: ["views/manage/settings/member-dialogs.tsx"],
    name: "Add member",
    href: inLantern("members"),
    prepare: addMember,
    open: openByButton("Add member"),
    fill: async (dialog) => {
      await dialog.getByRole("radio", { name: "Mail address" }).click();
      await fills("Mail address", "of.a.dialog@example.com")(dialog);
    },
  },
  {
    sources: ["views/manage/settings/member-dialogs.tsx"],
    name: /^Role of /,
    href: inLantern("members"),
    open: openByButton(/^Actions for /, "Change role…"),
    fill: onButton("Save"),
  },
  {
    sources: ["views/manage/settings/repository/protect-dialogs.tsx"],
    name: "Protect branches",
    href: inLantern("settings", { tab: "repository" }),
    open: openByButton("Protect branch"),
    focus: field("Branch or pattern"),
    fill: fills("Branch or pattern", "of-a-dialog/*"),
  },
  {
    sources: ["views/manage/settings/repository/protect-dialogs.tsx"],
    name: "Protect tags",
    href: inLantern("settings", { tab: "repository" }),
    open: openByButton("Protect tag"),
    focus: field("Tag or pattern"),
    fill: fills("Tag or pattern", "of-a-dialog-*"),
  },
  {
    sources: ["views/manage/settings/repository/protect-dialogs.tsx"],
    name: "Edit the rule of of-a-dialog",
    href: handbook("repository"),
    // Both at once: the page reads its lists when it is opened.
    prepare: async (page) => {
      await makeIn("fjord/handbook", "protected_branches", { name: "of-a-dialog" })(page);
      await makeIn("fjord/handbook", "protected_tags", { name: "of-a-tag" })(page);
    },
    open: openByButton("Edit the rule of of-a-dialog"),
    fill: async (dialog) => {
      await dialog.getByRole("checkbox", { name: "Allow force push" }).click();
      await onButton("Save")(dialog);
    },
  },
  {
    sources: ["views/manage/settings/repository/protect-dialogs.tsx"],
    name: "Edit the rule of of-a-tag",
    href: handbook("repository"),
    open: openByButton("Edit the rule of of-a-tag"),
    fill: async (dialog, page) => {
      await dialog.getByRole("combobox", { name: "Allowed to create" }).click();
      await page.getByRole("option", { name: "No one" }).click();
      await onButton("Delete and create again")(dialog);
    },
  },
  {
    sources: ["views/manage/settings/webhooks/webhook-dialog.tsx"],
    name: "Add webhook",
    href: inLantern("settings", { tab: "webhooks" }),
    open: openByButton("Add webhook"),
    focus: field("URL"),
    fill: fills("URL", "https://hooks.example.com/of-a-dialog"),
  },
  {
    sources: ["views/manage/settings/access/token-dialogs.tsx"],
    name: "Add access token",
    href: inLantern("settings", { tab: "access" }),
    open: openByButton("Add token"),
    focus: field("Name"),
    fill: async (dialog) => {
      await dialog.getByRole("checkbox", { name: "api" }).click();
      await fills("Name", "Of a dialog")(dialog);
    },
  },
  {
    sources: ["views/manage/settings/repository/deploy-key-dialogs.tsx"],
    name: "Add deploy key",
    href: inLantern("settings", { tab: "repository" }),
    open: openByButton("Add deploy key"),
    focus: field("Public key"),
    fill: async (dialog) => {
      await fills(
        "Public key",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFCRm0oHFgKYXpRYCSGPHR1hSu9r0Cn5OzUDLR1hTq0G of@dialog",
      )(dialog);
      await fills("Title", "Of a dialog")(dialog);
    },
  },
  {
    sources: ["views/manage/settings/access/token-dialogs.tsx"],
    name: "Rotate Of a dialog",
    href: handbook("access"),
    prepare: makeIn("fjord/handbook", "access_tokens", {
      name: "Of a dialog",
      scopes: ["api"],
      access_level: 30,
    }),
    open: openByButton("Actions for Of a dialog", "Rotate…"),
    fill: onButton("Rotate token"),
  },
  {
    sources: ["views/manage/settings/repository/deploy-key-dialogs.tsx"],
    name: "Edit Of a dialog",
    href: handbook("repository"),
    prepare: makeIn("fjord/handbook", "deploy_keys", {
      title: "Of a dialog",
      key: key("AcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH"),
    }),
    open: openByButton("Actions for Of a dialog", "Edit…"),
    focus: field("Title"),
    fill: fills("Title", "Of another dialog"),
  },
  {
    sources: ["views/manage/settings/repository/deploy-key-dialogs.tsx"],
    name: "Enable a deploy key",
    href: handbook("repository"),
    open: openByButton("Enable existing…"),
    // The key comes with a project that has one: `deploy-keys.page.test.ts` submits it.
    focus: (dialog) => dialog.getByRole("button", { name: /^Project/ }),
  },
  {
    sources: ["views/manage/settings/ci/variable-dialog.tsx"],
    name: "Add variable",
    href: inLantern("settings", { tab: "ci" }),
    open: openByButton("Add variable"),
    focus: field("Key"),
    fill: async (dialog) => {
      await field("Value")(dialog).fill("long-enough-to-be-masked");
      await field("Key")(dialog).fill("OF_A_DIALOG");
    },
  },
  {
    sources: ["views/manage/settings/owner-actions.tsx"],
    name: "Change path",
    href: inLantern("settings"),
    open: openByButton("Change path…"),
    focus: field("Path"),
    fill: fills("Path", "of-a-dialog"),
  },
  {
    sources: ["views/manage/settings/owner-actions.tsx"],
    name: /^Transfer /,
    href: inLantern("settings"),
    open: openByButton("Transfer…"),
    fill: async (dialog, page) => {
      await dialog.getByRole("combobox", { name: "To" }).click();
      await page.getByRole("option").first().click();
      await onButton("Transfer project")(dialog);
    },
  },
];
