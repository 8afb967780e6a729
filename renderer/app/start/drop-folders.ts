import { askForRepository } from "../../state/open-repository.ts";
import { openPath } from "./open-folder.ts";

/** Opens the repository of a folder that is dropped anywhere on the window; files are left to the views. */
export function acceptFolders(): void {
  // Without a handler the browser would navigate to the dropped file.
  window.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  window.addEventListener(
    "drop",
    (event) => {
      const folder = folderIn(event.dataTransfer);
      if (!folder) return;
      event.preventDefault();
      event.stopPropagation();
      const path = window.helveDesktop?.pathOf(folder) ?? "";
      if (path) void openPath(path);
      else askForRepository({ dropped: folder.name });
    },
    { capture: true },
  );
}

/** Returns the first dropped folder. */
function folderIn(data: DataTransfer | null): File | null {
  for (const item of data?.items ?? []) {
    if (item.kind === "file" && item.webkitGetAsEntry()?.isDirectory) return item.getAsFile();
  }
  return null;
}
