import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import borders from "../.dependency-cruiser.mjs";

const root = join(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
/** Names of files that a document may mention; `electron.d.ts` belongs to the package. */
const names = new Set([...tracked.map((path) => basename(path)), "electron.d.ts"]);
const documents = tracked.filter((path) => path.endsWith(".md"));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const matches = (text: string, expression: RegExp) =>
  [...text.matchAll(expression)].map(([, found = ""]) => found);

it.each(documents)("%s names and links to files that exist", (document) => {
  const text = read(document);
  const paths = matches(text, /`((?:electron|renderer|shared|e2e|scripts|assets)\/[\w./-]+)`/g);
  const files = matches(text, /`([\w.-]+\.(?:ts|tsx|mjs|tsv))`/g);
  // Relative to the project, the document, or the program that it is about.
  const relative = matches(text, /`([\w-]+(?:\/[\w.-]+)+\.(?:ts|tsx|mjs|tsv))`/g);
  const folders = [
    root,
    join(root, dirname(document)),
    join(root, "electron/service"),
    join(root, "renderer"),
  ];
  const links = matches(text, /\]\((?!https?:|#)([^)#\s]+)/g);
  const missing = [
    ...paths.filter((path) => !existsSync(join(root, path))),
    ...files.filter((name) => !names.has(name)),
    ...relative.filter((path) => !folders.some((folder) => existsSync(join(folder, path)))),
    ...links.filter((link) => !existsSync(normalize(join(root, dirname(document), decodeURI(link))))),
  ];
  expect(missing).toEqual([]);
});

it("names functions that exist", () => {
  const named = (document: string) => matches(read(document), /`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g);
  // Those of the past, and those of other libraries.
  const others = ["CHANGELOG.md", "e2e/bench/README.md"];
  const functions = new Set(documents.filter((path) => !others.includes(path)).flatMap(named));
  expect(functions.size).toBeGreaterThan(20);
  const found = execFileSync(
    "git",
    ["grep", "-howF", ...[...functions].flatMap((name) => ["-e", name]), "--", "*.ts", "*.tsx", "*.mjs"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  expect([...functions.difference(new Set(found.split("\n")))]).toEqual([]);
});

it("names commands that exist", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
  const texts = documents
    .filter((path) => path !== "CHANGELOG.md")
    .map(read)
    .join("\n");
  const commands = matches(texts, /\bnpm run (?!NAME)([a-z]+)/g);
  const measurements = [...texts.matchAll(/\bnpm run (bench|soak) -- ([a-z][a-z-]*)/g)].map(
    ([, kind, name]) => [`e2e/${kind}/${name}.ts`, `e2e/${kind}/${name}/index.ts`],
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(measurements.length).toBeGreaterThan(10);
  const missing = [
    ...commands.filter((name) => !(name in scripts)),
    ...measurements.filter((programs) => !programs.some((path) => tracked.includes(path))),
  ];
  expect(missing).toEqual([]);
});

it("links every page of docs/ from README.md", () => {
  const links = matches(read("README.md"), /\]\(([^)#\s]+)\)/g);
  expect(documents.filter((path) => path.startsWith("docs/") && !links.includes(path))).toEqual([]);
});

/** Ids of the headings of a document, as GitHub makes them. */
const anchorsOf = (path: string): string[] =>
  matches(read(path).replace(/^```[\s\S]*?^```/gm, ""), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

it.each(documents)("%s links to headings that exist", (document) => {
  const links = matches(read(document), /\]\((?!https?:)([^)\s]*#[^)\s]+)\)/g);
  const missing = links.filter((link) => {
    const [path = "", anchor = ""] = link.split("#");
    const target = path === "" ? document : normalize(join(dirname(document), path));
    return target.endsWith(".md") && !anchorsOf(target).includes(anchor);
  });
  expect(missing).toEqual([]);
});

it("says in README.md what each folder may import, as the checked rules do", () => {
  const sources = tracked.filter(
    (path) => /^(?:electron|renderer|shared)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const below = (folders: readonly string[]) =>
    sources.filter((path) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`)));
  const table = /\| Folder \| Content \| May import[\s\S]*?\n\n/.exec(read("README.md"))?.[0] ?? "";
  const rows = [...table.matchAll(/^\| (`.*?) \|.*\|(.*)\|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, folders = "", imports = ""] of rows) {
    for (const folder of matches(folders, /`(.+?)`/g)) {
      const rules = borders.forbidden.filter(
        ({ from, to }) =>
          to.path?.startsWith("^(electron|renderer|") && new RegExp(from.path ?? "").test(`${folder}/`),
      );
      const allowed = sources.filter((path) =>
        rules.every(({ to }) => new RegExp(to.pathNot ?? "").test(path)),
      );
      expect(below([folder, ...matches(imports, /`(.+?)`/g)]), folder).toEqual(allowed);
    }
  }
});

it("has an entry for every reference to the page on compatibility, numbered one by one", () => {
  const page = "docs/compatibility.md";
  const order = matches(read(page), /^\| (\d+) \|/gm).map(Number);
  expect(order).toEqual(order.map((_, index) => index + 1));
  const entries = new Set(order);
  const references = execFileSync("git", ["grep", "-hoE", `${page}, [0-9]+( (and|to) [0-9]+)?`], {
    cwd: root,
    encoding: "utf8",
  });
  const numbers = matches(references, /(?:, | )(\d+)/g).map(Number);
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers.filter((number) => !entries.has(number))).toEqual([]);
});

it("names for every promise of docs/trust.md the test that shows it", () => {
  const text = read("docs/trust.md");
  const test =
    /[\w-]+\.(?:contract\.)?(?:test|spec)\.tsx?|`npm run soak|the same|`electron\/host\/(?:checks|traces)`/;
  const rows = text.split("\n").filter((line) => /^\| (?!Promise|-)\S/.test(line));
  expect(rows.length).toBeGreaterThan(60);
  const untested = rows.filter((row) => !test.test(row.split("|").at(-2) ?? ""));
  // A promise in bold reaches to the next one or to a heading; a section's own names its tests at its end.
  const promises = text.split(/\n(?=\*\*(?!How|Tests|Not )|#)/).filter((part) => part.startsWith("**"));
  expect(promises.length).toBeGreaterThan(10);
  expect([...untested, ...promises.filter((part) => !test.test(part))]).toEqual([]);
});

it("has the lines in the sources after which the guides of CONTRIBUTING.md insert", () => {
  const missing: string[] = [];
  for (const block of matches(read("CONTRIBUTING.md"), /```diff\n([\s\S]*?)```/g)) {
    let path = "";
    for (const line of block.split("\n").map((text) => text.replace(/^ {3}/, ""))) {
      if (line.startsWith("--- ")) path = line.slice(4);
      else if (line.startsWith(" ") && !read(path).split("\n").includes(line.slice(1)))
        missing.push(`${path}: ${line}`);
    }
  }
  expect(missing).toEqual([]);
});

it("has no docstring that begins with a question in place of a noun or a verb", () => {
  const sources = tracked.filter((path) => /(?<!\.(?:test|spec))\.(?:ts|tsx|mjs|js)$/.test(path));
  const question = /\/\*\*[\s*]+((?:(?:From|Since|Up to) )?(?:what|how|whose?|when|where|which|why)\b.*)/gi;
  const exportedQuestion = /\/\*\*[\s*]+(Whether\b(?:[^*]|\*(?!\/))*)\*\/\s*export\b/g;
  expect(
    sources.flatMap((path) =>
      [question, exportedQuestion].flatMap((pattern) =>
        matches(read(path), pattern).map((text) => `${path}: ${text}`),
      ),
    ),
  ).toEqual([]);
});
