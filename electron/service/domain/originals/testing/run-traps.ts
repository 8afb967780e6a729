import { cpSync } from "node:fs";
import { createBranch, deleteBranch, listBranches } from "../../../../../shared/api/resources/branches.ts";
import { createCommit, listCommits } from "../../../../../shared/api/resources/commits.ts";
import { getRawFile } from "../../../../../shared/api/resources/files.ts";
import {
  getOriginal,
  openLocalRepository,
  removeLocalRepository,
} from "../../../../../shared/api/resources/local-repositories.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
} from "../../../../../shared/api/resources/merge-requests.ts";
import { createTag, deleteTag } from "../../../../../shared/api/resources/tags.ts";
import { ForeignTrap, type TrapKind } from "./foreign-traps.ts";
import { commitInWorktree, makeOriginal, type OpenedService, terminal } from "./opened-service.ts";

/** Milliseconds after which an operation counts as one that never ends. */
const maxOperationMs = 30_000;

/** Result of one operation over a trap, with the promise that it broke, if it broke one. */
export interface TrapResult {
  readonly name: string;
  readonly kind: TrapKind;
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
  readonly broken: "wrote outside" | "never ended" | "internal error" | null;
}

/** Makes the repository that traps are put into: a work tree with a linked one beside it, branches, tags and logs. */
export async function makeTrapTemplate(service: OpenedService): Promise<{ folder: string; loose: string }> {
  const folder = await makeOriginal(service.folder("trap-template"));
  for (const name of ["old", "topic/old"]) await terminal(folder, "branch", name);
  await commitInWorktree(folder, ".gitattributes", "*.bin binary\n");
  const commit = await terminal(folder, "rev-parse", "HEAD");
  return { folder, loose: `${commit.slice(0, 2)}/${commit.slice(2)}` };
}

/** Puts a trap into a copy of the template, runs operations over it, and returns what each did. */
export async function runTrap(
  service: OpenedService,
  template: { readonly folder: string; readonly loose: string },
  name: string,
  kind: TrapKind,
  id: string,
  only?: readonly string[],
): Promise<TrapResult[]> {
  const folder = service.folder(`trap-${id}`);
  cpSync(template.folder, folder, { recursive: true, verbatimSymlinks: true });
  const does = (operation: string) => !only || only.includes(operation);
  if (does("commit to side"))
    await terminal(folder, "worktree", "add", "-q", "-b", "side", service.folder(`side-${id}`));
  const project = await service.open(folder);
  const request = { id: project, source_branch: "feature", target_branch: "main", title: "Feature" };
  const iid = does("merge") ? (await service.call(createMergeRequest, request)).data.iid : 0;
  const sides = `.git/worktrees/side-${id}`;
  const trap = new ForeignTrap(
    folder,
    service.folder(`outside-${id}`),
    name.replace(".git/worktrees/side", sides),
    kind,
    template.loose,
  );
  const commit = (branch: string, content: string) =>
    service.call(createCommit, {
      id: project,
      branch,
      commit_message: "Change",
      actions: [
        { action: "update", file_path: "src.txt", content },
        { action: "create", file_path: `new-${content.trim()}.txt`, content },
        { action: "create", file_path: `sub/new-${content.trim()}.txt`, content },
      ],
      update_worktree: true,
    });
  const url = service.gitUrl(`helve/trap-${id}`);
  const operations: Readonly<Record<string, () => Promise<{ readonly status: number }>>> = {
    "read branches": () => service.call(listBranches, { id: project }),
    "read commits": () => service.call(listCommits, { id: project, ref_name: "main" }),
    "read file": () => service.call(getRawFile, { id: project, file_path: "src.txt", ref: "main" }),
    "read original": () => service.call(getOriginal, { id: project }),
    commit: () => commit("main", "one\n"),
    "commit to side": () => commit("side", "two\n"),
    "create branch": () => service.call(createBranch, { id: project, branch: "made", ref: "main" }),
    "create branch in folder": () =>
      service.call(createBranch, { id: project, branch: "topic/new", ref: "main" }),
    "delete branch": () => service.call(deleteBranch, { id: project, branch: "old" }),
    tag: () => service.call(createTag, { id: project, tag_name: "v1", ref: "main", message: "One" }),
    "delete tag": () => service.call(deleteTag, { id: project, tag_name: "v1" }),
    merge: () =>
      service.call(acceptMergeRequest, {
        id: project,
        merge_request_iid: iid,
        update_worktree: true,
      }),
    push: () =>
      terminal(template.folder, "push", "-q", url, "HEAD:refs/heads/planted").then(
        () => ({ status: 200 }),
        () => ({ status: 400 }),
      ),
    reopen: async () => {
      await service.call(removeLocalRepository, { id: project });
      return service.call(openLocalRepository, { path: folder });
    },
    "read after reopening": () => service.call(listBranches, { id: project }),
  };
  const results: TrapResult[] = [];
  try {
    for (const [operation, run] of Object.entries(operations)) {
      if (!does(operation)) continue;
      await trap.arm();
      const began = performance.now();
      const status = await within(run().then(({ status }) => status, brokenOff));
      const broken = !trap.isUntouched()
        ? "wrote outside"
        : status === null
          ? "never ended"
          : status === 500
            ? "internal error"
            : null;
      const ms = Math.round(performance.now() - began);
      results.push({ name, kind, operation, status: status ?? 0, ms, broken });
      // The next ones would wait behind it.
      if (status === null) break;
    }
  } finally {
    await trap.close();
    await within(service.call(removeLocalRepository, { id: project }));
  }
  return results;
}

/** Returns the status for a response that ended amid its body, as that of a file whose objects git cannot read. */
function brokenOff(error: unknown): number {
  if (error instanceof TypeError && error.message === "terminated") return 502;
  throw error;
}

/** Returns what a call responds, null where it does not within {@link maxOperationMs}. */
async function within<T>(call: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), maxOperationMs);
  });
  call.catch(() => undefined);
  try {
    return await Promise.race([call, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
