import { toProblem } from "../../api/fetch-host.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { openRepository } from "../../features/local-repositories/open-repository.ts";
import { useHostState } from "../../state/host-state.ts";
import { askForRepository } from "../../state/repository-request.ts";
import { openTab } from "../../state/tabs.ts";
import { queryClient } from "../app-query-client.ts";

/** Opens the repository of a folder that was given to the app: on its icon, its command line, or a second start. */
export const openFileUrl = (fileUrl: string): Promise<void> => openPath(pathOfFileUrl(fileUrl));

/** Opens the repository at a path in a tab; where that fails or needs a choice, opens the dialog. */
export async function openPath(path: string): Promise<void> {
  const account = await localAccount();
  if (account === null) return askForRepository({ path });
  try {
    const project = await openRepository(queryClient, account, path);
    openTab(hrefs.project(account, project.path_with_namespace));
  } catch (error) {
    askForRepository({ path, problem: toProblem(error) });
  }
}

/** Resolves to the account of the local service, once the accounts are known; null where there is none. */
function localAccount(): Promise<string | null> {
  const find = () => {
    const { accounts } = useHostState.getState();
    return accounts ? (accounts.find(({ kind }) => kind === "local")?.id ?? null) : undefined;
  };
  const known = find();
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve) => {
    const stop = useHostState.subscribe(() => {
      const found = find();
      if (found === undefined) return;
      stop();
      resolve(found);
    });
  });
}

/** Returns the path of a `file:` URL in the system's notation. */
export function pathOfFileUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const path = decodeURIComponent(pathname);
  if (host) return `\\\\${host}${path.replaceAll("/", "\\")}`;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1).replaceAll("/", "\\") : path;
}
