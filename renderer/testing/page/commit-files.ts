import type { OpenedApp } from "./opened-app.ts";

/** Commits new files to a branch of a sample project, as another client would; bytes where they are not text. */
export async function commitFiles(
  app: OpenedApp,
  project: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  await app.callProject(project, "POST", "/repository/commits", {
    branch: "main",
    commit_message: `Add ${Object.keys(files)[0]}`,
    actions: Object.entries(files).map(([file_path, content]) => ({
      action: "create",
      file_path,
      encoding: typeof content === "string" ? "text" : "base64",
      content: typeof content === "string" ? content : content.toString("base64"),
    })),
  });
}
