import type { ClipboardEvent, DragEvent } from "react";

/** Opens the system's dialog for choosing files. Returns the chosen ones; none where it was closed. */
export function pickFiles({ multiple = false } = {}): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = multiple;
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
}

/** Returns the handlers of an element on which files may be dropped. */
export const acceptFiles = (onFiles: (files: readonly File[]) => void) => ({
  onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  },
  onDrop(event: DragEvent) {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onFiles(files);
  },
});

/** {@link acceptFiles}, and the handler of a text into which they may be pasted; a copied text with its picture stays a text. */
export const acceptFilesInText = (onFiles: (files: readonly File[]) => void) => ({
  ...acceptFiles(onFiles),
  onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    onFiles(files);
  },
});
