/** Makes a text the pending content of a file of a branch, as the editor does, of which the page is loaded. */
export async function writeDraft(project: string, branch: string, path: string, text: string): Promise<void> {
  // Not at the beginning: a reload resets the modules.
  const { writeFile } = await import("../../features/pending-edits/write-file.ts");
  await writeFile({ account: "local", project, branch }, path, new File([text], path));
}
