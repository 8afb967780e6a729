import { screen, waitFor, within } from "@testing-library/dom";
import { expect } from "vitest";
import type { OpenedApp } from "./opened-app.ts";

/** Opens a folder through the dialog, as one does who has its path; returns the path of the project's page. */
export async function openFolder(app: OpenedApp, folder: string): Promise<string> {
  const dialog = await findOpenDialog(app);
  await enterFolder(app, dialog, folder);
  // Home itself may list a live one.
  await waitFor(() => expect(app.address).not.toBe("/"));
  expect(await screen.findByText("Live")).toBeVisible();
  return app.address;
}

/** Opens the dialog of Home for opening a repository. */
export async function findOpenDialog(app: OpenedApp): Promise<HTMLElement> {
  await app.open("/");
  await app.user.click(await screen.findByRole("button", { name: "Open repository…" }));
  return screen.findByRole("dialog", { name: "Open repository" });
}

/** Enters a folder into the dialog and submits it. */
export async function enterFolder({ user }: OpenedApp, dialog: HTMLElement, folder: string): Promise<void> {
  const field = within(dialog).getByRole("textbox", { name: "Folder" });
  await user.clear(field);
  await user.click(field);
  await user.paste(folder);
  await user.click(within(dialog).getByRole("button", { name: "Open" }));
}
