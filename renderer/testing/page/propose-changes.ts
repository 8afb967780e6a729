import type { OpenedApp } from "./opened-app.ts";

/** Contents of files by path. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** A merge request that a test made. */
interface Proposed {
  readonly iid: number;
  /** Its source branch. */
  readonly branch: string;
  readonly diff_refs: Readonly<Record<string, string>>;
}

/** Makes a merge request that changes files of main, which are created first. */
export async function proposeChanges(
  app: Pick<OpenedApp, "callProject">,
  project: string,
  before: Files,
  after: Files,
): Promise<Proposed> {
  const branch = `reading-${Math.random().toString(36).slice(2, 8)}`;
  const commit = (to: string, action: string, files: Files) =>
    app.callProject(project, "POST", "/repository/commits", {
      branch: to,
      ...(to === "main" ? {} : { start_branch: "main" }),
      commit_message: action,
      actions: Object.entries(files).map(([file_path, content]) => ({
        action,
        file_path,
        ...(typeof content === "string"
          ? { content }
          : { content: content.toString("base64"), encoding: "base64" }),
      })),
    });
  await commit("main", "create", before);
  await commit(branch, "update", after);
  const made = await app.callProject<Omit<Proposed, "branch">>(project, "POST", "/merge_requests", {
    source_branch: branch,
    target_branch: "main",
    title: `Read ${branch}`,
  });
  return { ...made, branch };
}

/** A thread as the service returns it. */
interface StartedThread {
  readonly id: string;
  readonly notes: readonly { readonly id: number }[];
}

/** Starts a thread on a merge request, on a new line of a file where one is given. */
export const startThread = (
  app: Pick<OpenedApp, "callProject">,
  project: string,
  { iid, diff_refs }: Proposed,
  body: string,
  on?: { readonly path: string; readonly line: number },
): Promise<StartedThread> =>
  app.callProject(project, "POST", `/merge_requests/${iid}/discussions`, {
    body,
    ...(on && {
      position: {
        position_type: "text",
        ...diff_refs,
        old_path: on.path,
        new_path: on.path,
        new_line: on.line,
      },
    }),
  });
