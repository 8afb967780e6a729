import { expect, vi } from "vitest";

/** Chooses files in the system's dialog that an action opens. */
export async function chooseFiles(files: readonly File[], open: () => Promise<void>): Promise<void> {
  const click = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(function (
    this: HTMLInputElement,
  ) {
    Object.defineProperty(this, "files", { configurable: true, value: files });
    this.dispatchEvent(new Event("change", { bubbles: true }));
  });
  try {
    await open();
    expect(click).toHaveBeenCalledOnce();
  } finally {
    click.mockRestore();
  }
}
