/** Bytes beyond which a page is better saved, and printed by a browser: all of it would have to be laid out here. */
const maxPrintedBytes = 30_000_000;

/**
 * Opens the print dialog for an exported page, in a frame that runs no scripts. Resolves once the dialog was closed;
 * throws where the page is too large.
 */
export async function printPage(page: Blob): Promise<void> {
  if (page.size > maxPrintedBytes)
    throw new Error("These changes are too large to print from here. Export them and print the file.");
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin allow-modals");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: "fixed", width: "0", height: "0", border: "0", left: "-10px" });
  frame.srcdoc = await page.text();
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  try {
    frame.contentWindow?.print();
  } finally {
    // Some shells return from `print` before the dialog has read the document.
    setTimeout(() => frame.remove(), 60_000);
  }
}
