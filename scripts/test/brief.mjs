import { stripVTControlCharacters } from "node:util";

/** Entries of a kind that are shown. */
const maxShown = 5;

/** Types of objects can be printed at any length. */
const maxLength = 240;
const shortened = (line) => (line.length > maxLength ? `${line.slice(0, maxLength)}…` : line);

const first = (entries, command) => [
  ...entries.slice(0, maxShown).map(shortened),
  ...(entries.length > maxShown ? [`… ${entries.length} in all: ${command} lists them.`] : []),
];
const lines = (output) => stripVTControlCharacters(output).split("\n");

/** Returns the last lines of a program's output, without its stack. */
export const briefEnd = (output, count = 12) =>
  lines(output)
    .filter((line) => line.trim() && !/^\s+at /.test(line) && !/^Node\.js v/.test(line))
    .slice(-count);

/** Returns the first errors of TypeScript. */
export function briefTypes(output) {
  const errors = lines(output).filter((line) => /error TS\d+:/.test(line));
  return errors.length === 0 ? briefEnd(output) : first(errors, "npm run types");
}

/**
 * Returns each broken rule once: its comment, and the imports that break it. One wrong import closes circles in many
 * rules, which dependency-cruiser lists one by one: they are counted where an import that is shown is in them.
 */
export function briefBorders(output, comments) {
  const broken = [];
  for (const line of lines(output)) {
    const [, rule, found] = /^ {2}error ([\w-]+): (.+)$/.exec(line) ?? [];
    if (rule) broken.push({ rule, path: found.split("→").map((part) => part.trim()) });
    else if (/^ {6}\S/.test(line)) broken.at(-1)?.path.push(line.replace("→", "").trim());
  }
  if (broken.length === 0) return briefEnd(output);
  for (const entry of broken) entry.path = entry.path.filter(Boolean);
  const isCircle = ({ path }) => path.length > 2 || path[0] === path[1];
  const imports = broken.filter((entry) => !isCircle(entry));
  const unexplained = broken
    .filter(isCircle)
    .filter(({ path: circle }) => !imports.some(({ path: [from, to] }) => hasStep(circle, from, to)))
    .toSorted((a, b) => a.path.length - b.path.length);
  const shown = [...imports, ...unexplained];
  const circles = broken.length - shown.length;
  const rules = [...new Set(shown.map(({ rule }) => rule))].flatMap((rule) => {
    const entries = shown.filter((entry) => entry.rule === rule);
    const paths = entries.map(({ path }) => `  ${path.join(" → ")}`);
    return [
      comments[rule] ? `${rule}: ${comments[rule]}` : rule,
      ...(isCircle(entries[0]) ? paths.slice(0, 1) : first(paths, "npm run borders")),
      ...(isCircle(entries[0]) && paths.length > 1 ? [`  and ${paths.length - 1} more of this rule`] : []),
    ];
  });
  return [
    ...rules,
    ...(circles > 0 ? [`${circles} circles go through what is listed here.`] : []),
    "Take the import away, or move what both need below both (the table of folders in README.md).",
  ];
}

/** Returns whether a circle of files or folders contains an import. */
const hasStep = (circle, from, to) =>
  circle.some((path, index) => {
    const next = circle[index + 1];
    return next !== undefined && isIn(from, path) && isIn(to, next);
  });
const isIn = (file, path) => file === path || file.startsWith(`${path}/`);

const kinds = {
  files: "no file imports it",
  dependencies: "no file imports this package",
  devDependencies: "no file imports this package",
  unlisted: "package.json does not name this package",
  unresolved: "there is no such file or package",
  binaries: "package.json does not have this program",
  duplicates: "exported twice",
};

/** Returns what knip found unused, from its JSON. */
export function briefDead(output) {
  const { issues } = jsonOf(output) ?? {};
  if (!issues) return briefEnd(output);
  const entries = issues.flatMap(({ file, ...found }) =>
    Object.entries(found).flatMap(([kind, list]) =>
      list.flat().map(({ name, line }) => {
        const place = `${file}${line ? `:${line}` : ""}`;
        return kind === "files"
          ? `${file}: ${kinds.files}`
          : `${place} ${name}: ${kinds[kind] ?? "used nowhere"}`;
      }),
    ),
  );
  return [
    ...first(entries, "npm run dead"),
    "Delete it or use it; an export that only its file uses needs no `export`.",
  ];
}

/** Returns the diagnostics of Biome, from its JSON. Those of scripts/lint have the rule's message. */
export function briefLint(output) {
  const { diagnostics } = jsonOf(output) ?? {};
  if (!diagnostics) return briefEnd(output);
  const fixable = ({ category }) => /^(?:format|assist)/.test(category);
  const entries = diagnostics.map(({ category, message, location: { path, start } }) => {
    const place = `${path}${start?.line ? `:${start.line}` : ""}`;
    if (category === "format") return `${place} format: the formatter would write it differently`;
    return `${place} ${category.replace(/^lint\//, "")}: ${message}`;
  });
  const paths = [...new Set(diagnostics.filter(fixable).map(({ location }) => location.path))];
  const fix = paths.length > 0 ? [`npx biome check --write ${first(paths, "npm run lint").join(" ")}`] : [];
  return [...first(entries, "npm run lint"), ...fix];
}

/** Returns the first files and folders that break a rule of scripts/lint/structure.mjs. */
export const briefStructure = (output) =>
  first(
    lines(output).filter((line) => line.trim()),
    "npm run structure",
  );

/** Returns what does not work in the guides' copy of the project. */
export function briefGuides(output) {
  const found = lines(output).filter((line) =>
    /error TS\d+:|^\s*FAIL |^\s*\w*Error: |has no line/.test(line),
  );
  if (found.length === 0) return briefEnd(output);
  return [
    ...first([...new Set(found.map((line) => line.trim()))], "npm run guide"),
    "The blocks of CONTRIBUTING.md, applied to the project, do not work: change them with what they use.",
  ];
}

function jsonOf(output) {
  const start = output.indexOf("{");
  try {
    return start < 0 ? null : JSON.parse(output.slice(start, output.lastIndexOf("}") + 1));
  } catch {
    return null;
  }
}

/** Returns the first lines of an error and of its causes, and the first that differ where values do. */
export function briefError(error) {
  const found = [];
  for (let next = error; next; next = next.cause) {
    found.push(...lines(next.message ?? "").slice(0, 6));
    found.push(
      ...lines(next.diff ?? "")
        .filter((line) => /^[-+] {2}/.test(line))
        .slice(0, 6),
    );
  }
  return found.join("\n");
}

/** Returns the command that runs one test. */
export function commandOf({ file, title }) {
  const safe = !/["`$\\!]/.test(title);
  return `npm test -- ${file} -t ${safe ? `"${title}"` : `'${title.replaceAll("'", "'\\''")}'`}`;
}
