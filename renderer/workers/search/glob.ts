import picomatch from "picomatch";

/**
 * Returns a test of paths for comma-separated globs, case-insensitive; null where there are none. A glob without a
 * slash matches in every folder, and a folder's name matches everything in it.
 */
export function globMatcher(globs: string): ((path: string) => boolean) | null {
  const patterns = splitOutsideBraces(globs)
    .map((glob) => glob.trim().replace(/^\.?\//, ""))
    .filter(Boolean)
    .flatMap((glob) => {
      const anywhere = glob.includes("/") && !glob.endsWith("/") ? glob : `**/${glob.replace(/\/$/, "")}`;
      return [anywhere, `${anywhere}/**`];
    });
  return patterns.length === 0 ? null : picomatch(patterns, { dot: true, nocase: true, nonegate: true });
}

/** Splits at commas that are not between braces, which are part of a glob. */
function splitOutsideBraces(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [i, char] of [...text].entries()) {
    if (char === "{") depth++;
    else if (char === "}") depth--;
    else if (char === "," && depth <= 0) {
      parts.push([...text].slice(start, i).join(""));
      start = i + 1;
    }
  }
  return [...parts, [...text].slice(start).join("")];
}
