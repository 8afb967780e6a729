import { screen, waitFor } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import { collection } from "../../../shared/host/documents.ts";
import type { OpenedApp } from "./opened-app.ts";

/** Makes a text the pending content of a file of a branch, as the editor does, of which the page is loaded. */
export async function writeDraft(project: string, branch: string, path: string, text: string): Promise<void> {
  // Not at the beginning: a reload resets the modules.
  const { writeFile } = await import("../../features/pending-edits/write-file.ts");
  await writeFile({ account: "local", project, branch }, path, new File([text], path));
}

/** Expects the notice of what was discarded, such as "comment", and restores it. */
export async function undoDiscard(user: UserEvent, what: string): Promise<void> {
  expect(await screen.findByText(`Discarded ${what}`)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
}

/** Waits until a text is in one of the documents that the host has on disk, such as a draft. */
export async function untilStored({ host }: OpenedApp, text: string): Promise<void> {
  const written = JSON.stringify(text).slice(1, -1);
  await waitFor(async () => {
    for (const name of collection.options)
      if ((await (await host.request(`/documents/${name}`)).text()).includes(written)) return;
    throw new Error(`no document contains ${text}`);
  });
}
