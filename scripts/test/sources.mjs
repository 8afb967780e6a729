import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const folders = ["electron", "renderer", "shared", "e2e", "scripts", "docs", "assets", ".github", ".ci"];
const isCode = (path) => /\.(?:[cm]?js|tsx?|css)$/.test(path);

/**
 * Reads the project's files, what each needs to run, and the tests that watch over all files. An import that is only of
 * types is none. A string that names a file of the project counts as an import of it: tests start programs and read
 * files by their paths. One that names a folder stands for the data in it.
 */
export function readSources(root) {
  const files = projectFiles(root);
  const known = new Set(files);
  const imports = new Map();
  const watching = [];
  for (const path of files) {
    // Configurations of builds name the whole app.
    if (!isCode(path) || /^vite[\w.]*\.config\.ts$/.test(path)) continue;
    const source = readFileSync(join(root, path), "utf8");
    imports.set(path, importsOf(path, source, known));
    if (goesThroughFiles(path, source)) watching.push(path);
  }
  return { files, imports, watching, setup: setupOf(readFileSync(join(root, "vitest.config.ts"), "utf8")) };
}

/** Returns the paths of all files of the project. */
export function projectFiles(root) {
  const atRoot = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  return [...atRoot.map(({ name }) => name), ...folders.flatMap((folder) => filesBelow(root, folder))];
}

function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(root, path);
    return [path];
  });
}

const typesOnly = /\b(?:import|export)\s+type\s[^"';]*?\bfrom\s*["'][^"']+["']/g;
const lazy = /(?<!\btypeof\s*)\bimport\(\s*["']([^"']+)["']\s*\)/g;
const text = /["'`]([^"'`\s$]+)["'`]/g;
const joined = /\bjoin\(\s*(root|import\.meta\.dirname)((?:,\s*["'][^"']+["'])+)\s*\)/g;
/** Returns whether a test goes through the project's files: any of them may be what it looks at. */
const goesThroughFiles = (path, source) =>
  isTest(path) &&
  (/["']ls-files["']/.test(source) ||
    (/\bglobSync\(|recursive: true, encoding/.test(source) &&
      (source.includes("import.meta") || !path.endsWith(".contract.test.ts"))));

/** Returns what a file needs: `eager` and `lazy` paths. */
export function importsOf(path, source, known) {
  const code = source.replace(typesOnly, "");
  const folder = posix.dirname(path);
  const eager = new Set();
  const later = new Set();
  const add = (set, found) => {
    const name = found.replace(/\?.*$/, "");
    const candidates = [
      ...(/^\.|\.(?:mjs|tsx?)$/.test(name) ? [posix.join(folder, name)] : []),
      ...(name.includes("/") ? [posix.normalize(name)] : []),
    ];
    for (const candidate of candidates)
      if (candidate !== path && known.has(candidate) && !isTest(candidate) && !isSpec(candidate))
        set.add(candidate);
  };
  for (const [, name] of code.matchAll(lazy)) add(later, name);
  for (const [, name] of code.replace(lazy, "").matchAll(text)) add(eager, name);
  for (const [, from, list] of code.matchAll(joined)) {
    const parts = [...list.matchAll(/["']([^"']+)["']/g)].map(([, part]) => part);
    const target = posix.join(from === "root" ? "." : folder, ...parts);
    if (known.has(target)) eager.add(target);
    for (const file of known) if (file.startsWith(`${target}/`) && !isCode(file)) eager.add(file);
  }
  // The compiler imports it (`jsxImportSource` of tsconfig.json).
  if (path.endsWith(".tsx")) add(eager, "renderer/ui/text/jsx-runtime.ts");
  return { eager, lazy: later };
}

/** Returns the files that the configuration of Vitest loads for each test, which no test names: the page's for its own. */
function setupOf(config) {
  const lists = [...config.matchAll(/\b(?:globalSetup|setupFiles):\s*(\[[^\]]*\]|"[^"]*")/g)];
  const files = lists.flatMap(([, list]) =>
    [...list.matchAll(/"(?:\.\/)?([^"]+)"/g)].map(([, path]) => path),
  );
  const isOfPage = (path) => path.startsWith("renderer/");
  return { page: files.filter(isOfPage), all: files.filter((path) => !isOfPage(path)) };
}

export const isSpec = (path) => /^e2e\/.*\.spec\.ts$/.test(path);
export const isTest = (path) => /\.test\.tsx?$/.test(path);
const isPageTest = (path) => /\.page\.test\.tsx?$/.test(path);
/** The door of a view, which the app imports for all views. */
const isDoor = (path) => /^renderer\/views\/[^/]+\/view\.ts$/.test(path);
const viewOf = (path) => /^renderer\/views\/[^/]+\//.exec(path)?.[0];

/** A change of one of these can reach any test, or any spec. */
const reachesAllTests = /^(?:package-lock\.json|tsconfig\.json|vitest\.config\.ts)$/;
const reachesAllSpecs = /^(?:package-lock\.json|tsconfig\.json|vite\..*config\.ts|vite\.config\.ts)$/;

/**
 * Returns the tests and specs that changes of files can reach. A spec reaches the app through its build, so only
 * fixtures count for it. The page loads its views lazily: a test in a view's folder reaches a view through its
 * door only where it is its own.
 */
export function reachedBy({ files, imports, setup }, changed) {
  const tests = files.filter(isTest);
  const specs = files.filter(isSpec);
  const reverse = new Map();
  const link = (from, to, kind) => {
    if (!reverse.has(to)) reverse.set(to, []);
    reverse.get(to).push({ from, kind });
  };
  for (const [path, { eager, lazy }] of imports) {
    for (const to of eager) link(path, to, "eager");
    for (const to of lazy) link(path, to, "lazy");
    if (isPageTest(path)) for (const to of setup.page) link(path, to, "eager");
    if (isTest(path)) for (const to of setup.all) link(path, to, "eager");
  }
  const follow = (follows, from = changed) => {
    const seen = new Set(from);
    for (const path of seen)
      for (const edge of reverse.get(path) ?? []) if (follows(edge, path)) seen.add(edge.from);
    return seen;
  };
  const inRouter = ({ from, kind }, to) =>
    kind === "lazy" && (from.startsWith("renderer/app/") || isDoor(from)) && viewOf(to) !== undefined;
  const all = follow(() => true);
  const own = follow((edge, to) => !inRouter(edge, to));
  const views = new Set([...own].filter((path) => !isTest(path)).map(viewOf));
  const config = "e2e/playwright.config.ts";
  const isOfSpecs = (path) => path.startsWith("e2e/") || path.includes("/testing/");
  const inSpecs = follow(({ from }) => isOfSpecs(from), changed.filter(isOfSpecs));
  const any = (pattern) => changed.some((path) => pattern.test(path));
  return {
    tests: any(reachesAllTests)
      ? tests
      : tests.filter(
          (path) =>
            own.has(path) || (all.has(path) && (viewOf(path) === undefined || views.has(viewOf(path)))),
        ),
    specs: any(reachesAllSpecs) || inSpecs.has(config) ? specs : specs.filter((path) => inSpecs.has(path)),
  };
}
