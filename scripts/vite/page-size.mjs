import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../node.mjs";
import { limitsOfPage, limitsOfViews } from "./page-limits.mjs";
import { patternsOf } from "./view-files.ts";

/** Returns the files that an HTML page names: scripts, styles and what else it links to, as paths from its root. */
const namedFiles = (html) => [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path);

/** Returns the files that a script needs before it runs. */
export const staticImports = (script) =>
  [...script.matchAll(/(?:^|[;}\n])import(?:[\w$\s{},*]+from)?\s*["']\.\/([^"']+)["']/g)].map(
    ([, name]) => `assets/${name}`,
  );

/**
 * Measures a built page: `total` on disk, and by view the bytes of script and style and the number of requests until it is
 * usable. `problems` says what is not as a start needs it: a file that only another file names, which makes the chain of
 * requests longer than the page's HTML and then all else, or one that is stored compressed. `doors` maps the names of the
 * views to the sources of their doors.
 */
export function measurePage(files, read, doors) {
  const problems = [];
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const listed = new Map(
    JSON.parse(read("views.json")).map(({ path, files }) => [path, files.map((file) => file.slice(1))]),
  );
  const html = namedFiles(read("index.html"));
  const views = Object.entries(doors).map(([name, door]) => {
    const needed = patternsOf(door).map((pattern) => listed.get(pattern));
    if (needed.length === 0 || needed.some((paths) => paths === undefined)) {
      problems.push(`views.json lacks an address of ${name}`);
      return { name, script: 0, style: 0, requests: 0, scripts: [] };
    }
    const paths = [...new Set([...html, ...needed.flat()])];
    const scripts = paths.filter((path) => path.endsWith(".js"));
    for (const path of paths) {
      if (!sizes.has(path))
        problems.push(`${path} of ${name} is ${sizes.has(`${path}.br`) ? "stored compressed" : "not there"}`);
      else if (path.endsWith(".js"))
        for (const imported of staticImports(read(path)))
          if (!paths.includes(imported))
            problems.push(`${imported} of ${name} is asked for by ${path}, not with the HTML`);
    }
    const bytesOf = (end) =>
      paths.filter((path) => path.endsWith(end)).reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
    // One for the HTML itself.
    return { name, script: bytesOf(".js"), style: bytesOf(".css"), requests: paths.length + 1, scripts };
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { total: { files: files.length, bytes }, views, problems: [...new Set(problems)] };
}

/** Returns sentences that say which limits a page is beyond. */
export function beyondLimits({ total, views }, ofPage, ofViews) {
  const beyond = (what, is, limit) =>
    is > limit
      ? [`${what}: ${is.toLocaleString("en")}, at most ${limit.toLocaleString("en")} are allowed`]
      : [];
  return [
    ...beyond("files of the built page", total.files, ofPage.files),
    ...beyond("bytes of the built page", total.bytes, ofPage.bytes),
    ...views.flatMap(({ name, script, style, requests }) => {
      const limits = ofViews[name];
      if (!limits) return [`${name} has no limits in scripts/vite/page-limits.mjs`];
      return [
        ...beyond(`bytes of script until ${name} is usable`, script, limits[0] * 1_000),
        ...beyond(`bytes of style until ${name} is usable`, style, limits[1] * 1_000),
        ...beyond(`requests until ${name} is usable`, requests, limits[2]),
      ];
    }),
    ...Object.keys(ofViews)
      .filter((name) => !views.some((view) => view.name === name))
      .map((name) => `${name} is no view: take it from scripts/vite/page-limits.mjs`),
  ];
}

/** Returns the kilobytes of script of each library until a view is usable: the least and the most. */
function librariesOf(views, modules) {
  const byView = views.map(({ scripts }) => {
    const sums = {};
    for (const path of scripts)
      for (const [subject, bytes] of Object.entries(modules[path] ?? {}))
        sums[subject] = (sums[subject] ?? 0) + bytes;
    return sums;
  });
  const kilobytes = (bytes) => Math.round(bytes / 100) / 10;
  return [...new Set(byView.flatMap(Object.keys))]
    .map((subject) => {
      const all = byView.map((sums) => sums[subject] ?? 0);
      return { subject, least: kilobytes(Math.min(...all)), most: kilobytes(Math.max(...all)) };
    })
    .toSorted((a, b) => b.most - a.most);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = join(root, "dist", "renderer");
  const read = (path) => readFileSync(join(folder, path), "utf8");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => ({ path: path.replaceAll("\\", "/"), info: statSync(join(folder, path)) }))
    .filter(({ info }) => info.isFile())
    .map(({ path, info }) => ({ path, bytes: info.size }));
  const doors = Object.fromEntries(
    globSync("renderer/views/*/view.ts", { cwd: root }).map((path) => [
      path.split(/[\\/]/).at(-2),
      readFileSync(join(root, path), "utf8"),
    ]),
  );
  const page = measurePage(files, read, doors);
  const [flag] = process.argv.slice(2);
  if (flag === "--views")
    console.table(page.views.map(({ scripts, ...view }) => ({ ...view, scripts: scripts.length })));
  if (flag === "--libraries")
    console.table(
      librariesOf(page.views, JSON.parse(readFileSync(join(root, "dist", "page-modules.json"), "utf8"))),
    );
  const problems = [...page.problems, ...beyondLimits(page, limitsOfPage, limitsOfViews)];
  for (const problem of problems) console.error(problem);
  console.log(`The page has ${page.total.files} files and ${page.total.bytes.toLocaleString("en")} bytes.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
