import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { inLantern, lantern, local } from "../sample-addresses.ts";
import { type DialogCase, field, fills, openByButton } from "./dialog-case.ts";

const first = hrefs.issue(local, lantern, 1);

/** Dialogs of issues. */
export const issueDialogs: readonly DialogCase[] = [
  {
    sources: ["views/issues/new-issue.tsx"],
    name: "New issue",
    href: inLantern("issues"),
    open: openByButton("New issue"),
    focus: field("Title"),
    fill: fills("Title", "Of a dialog"),
  },
  {
    sources: ["views/issue/create-from-issue.tsx"],
    name: "Create merge request",
    href: first,
    open: openByButton("Create merge request"),
    focus: field("New branch"),
    fill: fills("Title", "Of a dialog"),
  },
  {
    sources: ["views/issue/move-issue.tsx"],
    name: "Move issue",
    href: first,
    open: openByButton("More actions", "Move…"),
    focus: (dialog) => dialog.getByRole("button", { name: /^Project/ }),
    fill: async (dialog, page) => {
      await dialog.getByRole("button", { name: /^Project/ }).press("Enter");
      await page.getByRole("option", { name: "fjord/handbook" }).click();
      await dialog.getByRole("button", { name: "Move issue" }).focus();
    },
  },
];
