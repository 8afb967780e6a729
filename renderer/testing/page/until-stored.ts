import { waitFor } from "@testing-library/dom";
import { collection } from "../../../shared/host/documents.ts";
import type { OpenedApp } from "./opened-app.ts";

/** Waits until a text is in one of the documents that the host has on disk, such as a draft. */
export async function untilStored({ host }: OpenedApp, text: string): Promise<void> {
  const written = JSON.stringify(text).slice(1, -1);
  await waitFor(async () => {
    for (const name of collection.options)
      if ((await (await host.request(`/documents/${name}`)).text()).includes(written)) return;
    throw new Error(`no document contains ${text}`);
  });
}
