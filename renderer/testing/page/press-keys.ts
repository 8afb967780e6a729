import { screen, waitFor, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import type { OpenedApp } from "./opened-app.ts";

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

/** Opens the palette, where it is not open, and enters a text. Returns the palette. */
export async function searchPalette({ user }: OpenedApp, text: string) {
  const name = "Search and commands";
  if (!screen.queryByRole("dialog", { name })) await user.keyboard("{Control>}k{/Control}");
  // Until its code is loaded it has a field alone, which is there until the palette itself has the focus.
  await screen.findByRole("listbox");
  const palette = within(await screen.findByRole("dialog", { name }));
  await waitFor(() => expect(palette.getByRole("combobox")).toHaveFocus());
  await fill(user, palette.getByRole("combobox"), text);
  return palette;
}

/** Closes the palette by Escape. */
export async function closePaletteByEscape({ user }: OpenedApp): Promise<void> {
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}
