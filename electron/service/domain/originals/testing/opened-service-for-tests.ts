import { afterAll, beforeAll } from "vitest";
import { listBranches } from "../../../../../shared/api/resources/branches.ts";
import { createCommit } from "../../../../../shared/api/resources/commits.ts";
import { type OpenedService, openedService } from "./opened-service.ts";

/** Returns a service that `start` starts before the tests of a file and stops after them; only tests may use it. */
export function openedServiceForTests(...start: Parameters<typeof openedService>): OpenedService {
  let started: OpenedService | undefined;
  beforeAll(async () => {
    started = await openedService(...start);
  });
  afterAll(() => started?.close());
  const running = (): OpenedService => {
    if (!started) throw new Error("The service runs during tests only.");
    return started;
  };
  return {
    get root() {
      return running().root;
    },
    folder: (name) => running().folder(name),
    repository: (folder) => running().repository(folder),
    call: (operation, input) => running().call(operation, input),
    gitUrl: (path) => running().gitUrl(path),
    open: (path) => running().open(path),
    gitFolder: (id) => running().gitFolder(id),
    restart: () => running().restart(),
    close: () => running().close(),
  };
}

/** Names of a project's branches. */
export const branchNames = async ({ call }: OpenedService, id: number): Promise<string[]> =>
  (await call(listBranches, { id })).data.map(({ name }) => name);

/** Commits a new file to a branch. */
export const commitFromHelve = ({ call }: OpenedService, id: number, branch: string) =>
  call(createCommit, {
    id,
    branch,
    commit_message: "From Helve",
    actions: [{ action: "create", file_path: `from-helve-${branch}.txt`, content: "helve\n" }],
  });
