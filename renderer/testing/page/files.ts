import { expect, onTestFinished, vi } from "vitest";

/** A file that the page offered to save. */
interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** Returns the file that the page saves while a function runs, as soon as it does. */
export async function savedFile(press: () => Promise<unknown>): Promise<SavedFile> {
  const blobs = new Map<string, Blob>();
  const create = URL.createObjectURL;
  const made = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    const url = create(blob);
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  const saved = Promise.withResolvers<SavedFile>();
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href);
    if (blob) blob.text().then((text) => saved.resolve({ name: this.download, text }), saved.reject);
  });
  onTestFinished(() => {
    made.mockRestore();
    click.mockRestore();
  });
  await press();
  return saved.promise;
}

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
