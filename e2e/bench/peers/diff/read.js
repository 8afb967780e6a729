import { ParsedFileDiff } from "../../../../renderer/workers/diff/diff-rows.ts";

/** Helve's own reading, as its worker does it for each file. */
export async function draw(_, response) {
  const patch = await response.text();
  const began = performance.now();
  const files = patch.split(/^(?=diff --git )/m);
  const read = files.map((file) => {
    const header = file.indexOf("\n@@ ") + 1;
    return ParsedFileDiff.read({ diff: file.slice(header), path: "", identity: file.slice(0, header) });
  });
  await Promise.all(read);
  globalThis.took = performance.now() - began;
}
