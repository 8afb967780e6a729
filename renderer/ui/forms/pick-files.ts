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
