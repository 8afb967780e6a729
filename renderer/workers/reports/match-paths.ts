const clean = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/^[a-z]:/i, "")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/{2,}/g, "/");

const partsOf = (path: string): string[] =>
  clean(path)
    .split("/")
    .filter((part) => part !== "" && part !== ".");

/** Returns how many parts two paths have in common at their ends. */
function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

/**
 * Returns what finds the changed file that a path of a report names: one of the two is the end of the other, whole parts
 * only, and the longest common end decides. `null` for none, and where two files fit equally: a wrong file is worse than none.
 */
export function pathMatcher(
  paths: readonly string[],
): (path: string, sources?: readonly string[]) => string | null {
  const byName = new Map<string, { readonly path: string; readonly parts: readonly string[] }[]>();
  for (const path of paths) {
    const parts = partsOf(path);
    const name = parts.at(-1) ?? "";
    byName.set(name, [...(byName.get(name) ?? []), { path, parts }]);
  }
  return (named, sources = []) => {
    const own = partsOf(named);
    const candidates = byName.get(own.at(-1) ?? "");
    if (!candidates || own.includes("..")) return null;
    const whole = [own, ...sources.map((source) => [...partsOf(source), ...own])];
    const scored = candidates.map(({ path, parts }) => ({
      path,
      score: Math.max(0, ...whole.map(scoreOf(parts))),
    }));
    const best = Math.max(...scored.map(({ score }) => score));
    const found = scored.filter(({ score }) => score === best && score > 0);
    return found.length === 1 ? (found[0]?.path ?? null) : null;
  };
}

/** Returns the common end of a file's path and one of a report, 0 where neither is the end of the other. */
const scoreOf =
  (parts: readonly string[]) =>
  (named: readonly string[]): number => {
    const common = commonEnd(parts, named);
    return common === parts.length || common === named.length ? common : 0;
  };
