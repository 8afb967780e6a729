import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Focuses an element and presses keys in it. */
export async function press(user: UserEvent, element: HTMLElement, keys: string): Promise<void> {
  element.focus();
  await user.keyboard(keys);
}

/** Clicks an element with Shift, which extends a selection to it. */
export async function shiftClick(user: UserEvent, element: HTMLElement): Promise<void> {
  await user.keyboard("{Shift>}");
  await user.click(element);
  await user.keyboard("{/Shift}");
}

/** Presses Tab until an element has the focus, and expects that it gets it. */
export async function tabTo(user: UserEvent, element: HTMLElement, shift = false): Promise<void> {
  for (let step = 0; step < 80 && document.activeElement !== element; step++) await user.tab({ shift });
  expect(element).toHaveFocus();
}
