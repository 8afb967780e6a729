import { inLantern } from "../sample-addresses.ts";
import { type DialogCase, field, fills, openByButton } from "./dialog-case.ts";

/** Dialogs of labels and milestones. */
export const planningDialogs: readonly DialogCase[] = [
  {
    sources: ["views/planning/label-form.tsx"],
    name: "New label",
    href: inLantern("labels"),
    open: openByButton("New label"),
    focus: field("Name"),
    fill: fills("Name", "of a dialog"),
  },
  {
    sources: ["views/planning/milestone-form.tsx"],
    name: "New milestone",
    href: inLantern("milestones"),
    open: openByButton("New milestone"),
    focus: field("Title"),
    fill: fills("Title", "Of a dialog"),
  },
];
