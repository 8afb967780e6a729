import axe from "axe-core";
import { expect } from "vitest";

const needLayout = ["color-contrast", "target-size"];
/** Rules that axe leaves out behind a modal dialog. It knows an alert dialog by its layout only. */
const ofPageBehind = ["aria-hidden-focus", "landmark-one-main", "page-has-heading-one"];

/** Fails where axe finds a violation in the page as it is now. What needs a layout is left to the browser's sweep. */
export async function expectAccessible(): Promise<void> {
  const leftOut = [...needLayout, ...(document.querySelector("[role=alertdialog]") ? ofPageBehind : [])];
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"],
    iframes: false,
    rules: Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }])),
  });
  // Menus and popovers are put at the end of the page; they are dialogs and menus of their own, not content.
  const isFloating = (target: unknown) =>
    document.querySelector(String(target))?.closest("[data-radix-popper-content-wrapper]") != null;
  const found = violations
    .map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) }))
    .filter(({ id, targets }) => id !== "region" || !targets.every(isFloating));
  expect(found.map(({ id, targets }) => `${id}: ${targets.join(" | ")}`)).toEqual([]);
}
