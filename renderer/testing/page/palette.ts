import { screen, waitFor, within } from "@testing-library/dom";
import { expect } from "vitest";
import { fill } from "./keys.ts";
import type { OpenedApp } from "./opened-app.ts";

/** Opens the palette, where it is not open, and enters a text. Returns the palette. */
export async function searchPalette({ user }: OpenedApp, text: string) {
  const name = "Search and commands";
  if (!screen.queryByRole("dialog", { name })) await user.keyboard("{Control>}k{/Control}");
  // Until its code is loaded it has a field alone.
  await screen.findByRole("listbox");
  const palette = within(screen.getByRole("dialog", { name }));
  await waitFor(() => expect(palette.getByRole("combobox")).toHaveFocus());
  await fill(user, palette.getByRole("combobox"), text);
  return palette;
}

/** Closes the palette by Escape. */
export async function closePalette({ user }: OpenedApp): Promise<void> {
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}
