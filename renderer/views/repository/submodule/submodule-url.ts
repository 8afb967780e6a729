/** Returns the URL of the submodule at a path, from the text of `.gitmodules`; null where it has none. */
export function submoduleUrl(gitmodules: string, path: string): string | null {
  let section: { path?: string; url?: string } = {};
  const found = () => section.path === path && section.url !== undefined;
  for (const line of gitmodules.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) {
      if (found()) break;
      section = {};
    }
    const [, name, value] = /^\s*(path|url)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === "path") section = { ...section, path: unquoted(value) };
    if (name === "url") section = { ...section, url: unquoted(value) };
  }
  return found() ? (section.url ?? null) : null;
}

const unquoted = (value = ""): string => value.replace(/^"(.*)"$/, "$1");
