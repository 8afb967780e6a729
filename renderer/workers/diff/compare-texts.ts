import { createPatch } from "diff";

/** The unified diff of two texts as the interface writes it: from the first `@@`, empty where they are equal. */
export function compareTexts(before: string, after: string, context = 3): string {
  if (before === after) return "";
  const patch = createPatch("file", before, after, "", "", { context });
  const start = patch.indexOf("@@ ");
  return start < 0 ? "" : patch.slice(start);
}
