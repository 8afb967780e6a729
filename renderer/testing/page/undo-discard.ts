import { screen } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Expects the notice of what was discarded, such as "comment", and restores it. */
export async function undoDiscard(user: UserEvent, what: string): Promise<void> {
  expect(await screen.findByText(`Discarded ${what}`)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
}
