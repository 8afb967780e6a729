import { openLocalRepository } from "../../../shared/api/local.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { writeOperation } from "../../api/write-operation.ts";
import { openTab } from "../../state/tabs.ts";
import { toast } from "../../ui/toast.tsx";
import { queryClient } from "../router.tsx";

/** Account of the service that has the repositories of this computer. */
const local = "local";

/** Opens the repository of a folder that was given to the app: on its icon, its command line, or a second start. */
export async function openFolder(fileUrl: string): Promise<void> {
  const path = pathOfFileUrl(fileUrl);
  try {
    const project = await writeOperation(local, openLocalRepository, { path });
    openTab(`/a/${local}/p/${encodeURIComponent(project.path_with_namespace)}`);
  } catch (error) {
    const { message, detail } = describeProblem(error);
    toast.error(`${path} could not be opened`, { detail: [message, detail].filter(Boolean).join(" ") });
  } finally {
    void invalidateResources(queryClient, local, openLocalRepository.changes);
  }
}

/** The path of a `file:` URL as the system writes it. */
export function pathOfFileUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const path = decodeURIComponent(pathname);
  if (host) return `\\\\${host}${path.replaceAll("/", "\\")}`;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1).replaceAll("/", "\\") : path;
}
