import axe from "axe-core";
import { expect } from "vitest";

/** Fails where axe finds a violation in the page as it is now. What needs a layout is left to the browser's sweep. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"],
    iframes: false,
    rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
  });
  // Menus and popovers are put at the end of the page; they are dialogs and menus of their own, not content.
  const isFloating = (target: unknown) =>
    document.querySelector(String(target))?.closest("[data-radix-popper-content-wrapper]") != null;
  const found = violations
    .map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) }))
    .filter(({ id, targets }) => id !== "region" || !targets.every(isFloating));
  expect(found.map(({ id, targets }) => `${id}: ${targets.join(" | ")}`)).toEqual([]);
}
