import { addAdministrator } from "../domain/people/administrator.ts";
import { closeRepositories } from "../git/repository.ts";
import { restrictUmask } from "../git/umask.ts";
import { openStore } from "../store/schema/open-store.ts";
import { createSample } from "./index.ts";

/**
 * Fills an empty data folder with sample data. Takes some 250 MB of memory, most of which a process
 * never returns: the process that calls this ends afterwards, and another one serves. Its history ends in the week before
 * `today`.
 */
export async function fillFolder(folder: string, today: Date): Promise<void> {
  restrictUmask();
  const store = openStore(folder);
  try {
    addAdministrator(store);
    await createSample(store, today);
  } finally {
    closeRepositories();
    store.close();
  }
}
