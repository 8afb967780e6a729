/**
 * A pattern for paths: `*` within a folder, `**` over folders, `?` one character, `{a,b}` either. Without a slash it
 * holds in every folder; a folder's name holds for all in it. Several stand between commas.
 */
export function globPattern(globs: string): RegExp | null {
  const all = splitOutsideBraces(globs)
    .map((glob) => glob.trim().replace(/^\.?\//, ""))
    .filter(Boolean);
  if (all.length === 0) return null;
  return new RegExp(`^(?:${all.map(toSource).join("|")})$`, "i");
}

function toSource(glob: string): string {
  const anywhere = glob.includes("/") && !glob.endsWith("/") ? "" : "(?:.*/)?";
  const body = glob.replace(/\/$/, "");
  let source = "";
  let depth = 0;
  for (let i = 0; i < body.length; i++) {
    const char = body[i] ?? "";
    if (body.startsWith("**/", i)) {
      source += "(?:.*/)?";
      i += 2;
    } else if (body.startsWith("**", i)) {
      source += ".*";
      i++;
    } else if (char === "*") source += "[^/]*";
    else if (char === "?") source += "[^/]";
    else if (char === "{") {
      depth++;
      source += "(?:";
    } else if (char === "}" && depth > 0) {
      depth--;
      source += ")";
    } else if (char === "," && depth > 0) source += "|";
    else source += char.replace(/[.+^$()|[\]\\{}]/g, "\\$&");
  }
  return `${anywhere}${source}${")".repeat(depth)}(?:/.*)?`;
}

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
