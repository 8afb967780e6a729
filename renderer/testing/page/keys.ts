import { waitFor } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Focuses an element and presses keys in it. */
export async function press(user: UserEvent, element: HTMLElement, keys: string): Promise<void> {
  element.focus();
  await user.keyboard(keys);
}

/** Waits until a button is enabled, and clicks it. */
export async function clickEnabled(user: UserEvent, button: HTMLElement): Promise<void> {
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
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

/** Replaces the text of a field at once, as a paste over all of it does: typing takes 10 ms for each letter. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== "") await user.paste(text);
}
