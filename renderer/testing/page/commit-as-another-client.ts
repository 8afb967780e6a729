import type { OpenedApp } from "./opened-app.ts";

/** Commits new files to a branch of a sample project, made from `main` where it is another; bytes where they are not text. */
export async function commitAsAnotherClient(
  app: Pick<OpenedApp, "callProject">,
  project: string,
  files: Readonly<Record<string, string | Buffer>>,
  branch = "main",
): Promise<void> {
  await app.callProject(project, "POST", "/repository/commits", {
    branch,
    ...(branch === "main" ? {} : { start_branch: "main" }),
    commit_message: `Add ${Object.keys(files)[0]}`,
    actions: Object.entries(files).map(([file_path, content]) => ({
      action: "create",
      file_path,
      encoding: typeof content === "string" ? "text" : "base64",
      content: typeof content === "string" ? content : content.toString("base64"),
    })),
  });
}
