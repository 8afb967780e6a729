import { posix } from "node:path";
import { isSpec, isTest, reachedBy } from "./sources.mjs";

/** The static checks of a whole run, in their order. */
const everyCheck = [
  ...["Types", "Import borders", "Lint", "Structure", "Dead code", "Guides"],
  ...["Page size", "Packed layout"],
];
/** Files of the page, whose layout and accessibility the sweep looks at. */
const isOfPage = (path) =>
  (/^(?:renderer|assets)\//.test(path) && !isTest(path) && !path.includes("/testing/")) ||
  /^(?:package-lock\.json|vite\.config\.ts)$/.test(path);
const isOfApp = (path) =>
  isOfPage(path) ||
  (/^(?:electron|shared)\//.test(path) && !/\.test\.ts$|\/testing\/|\.md$/.test(path)) ||
  /^vite\..*config\.ts$|^scripts\/build\.mjs$/.test(path);
const isOfBuiltPage = (path) => isOfPage(path) || /^(?:shared|scripts\/vite)\//.test(path);
const isOfPack = (path) =>
  /^(?:scripts\/packing|electron\/desktop)\/|^(?:electron-builder\.yml|package(?:-lock)?\.json)$|^vite\..*config\.ts$/.test(
    path,
  );
const isOfSweep = (path) => path.startsWith("e2e/sweep/");

const rounds = {
  what: "nine tenths of the rounds of random, killed and soaked tests",
  how: "npm test -- --nightly",
};

/**
 * Returns what a run consists of: names of checks; tests and specs, each "all" or a list of files; `smoke`, the specs
 * tagged so; `sweep`; the environment of the tests; and what is left out, with why and how to run it.
 *
 * `changes` is null without history, where everything counts as changed; `guide` lists the files that the guides use.
 */
export function makePlan(flags, { sources, changes, guide, cwd = "" }) {
  const env = flags.nightly ? { HELVE_ROUNDS: "whole" } : {};
  if (flags.files.length > 0) return { ...planOfFiles(flags, sources, cwd), env };
  const common = { env, name: undefined, named: false };
  const everything = { ...common, checks: everyCheck, tests: "all", specs: "all", smoke: false, sweep: true };
  const whole = flags.nightly ? [] : [rounds];
  if (flags.all || flags.nightly || changes === null) return { ...everything, notRun: whole };
  const { since, files } = changes;
  const reached = reachedBy(sources, files);
  const isOfPages = files.some(isOfPage) || reached.specs.some(isOfSweep);
  // It takes longer than all else that one changed view needs.
  const sweep = flags.changed ? files.some(isOfSweep) : isOfPages;
  const unswept = {
    what: "the sweep of layout and accessibility",
    why: isOfPages ? "it is left out with --changed" : `no file of the page changed since ${since}`,
    how: isOfPages ? "npm test" : "npm test -- --all",
  };
  const notRun = [...(sweep ? [] : [unswept]), ...whole];
  if (!flags.changed) return { ...everything, sweep, notRun };

  const tests = [...new Set([...reached.tests, ...(files.length > 0 ? sources.watching : [])])].toSorted();
  const specs = reached.specs.filter((path) => !isOfSweep(path));
  const smoke = files.some(isOfApp) || specs.length > 0 || isOfPages;
  const left = (name, checked) => (files.some(checked) ? [] : [name]);
  const skipped = [
    ...left("Guides", (path) => guide.includes(path)),
    ...left("Page size", isOfBuiltPage),
    ...left("Packed layout", isOfPack),
  ];
  const all = { tests: sources.files.filter(isTest), specs: sources.files.filter(isSpec) };
  const unreached = [
    `${all.tests.length - tests.length} of ${all.tests.length} test files`,
    `${all.specs.filter((path) => !isOfSweep(path)).length - specs.length} files of specs${smoke ? " but for twelve specs of the whole app" : ""}`,
    ...skipped,
  ].join(", ");
  return {
    checks: everyCheck.filter((name) => !skipped.includes(name)),
    tests,
    specs,
    smoke,
    sweep,
    ...common,
    notRun: [{ what: unreached, why: `no change since ${since} reaches them`, how: "npm test" }, ...notRun],
  };
}

/** The run of named files. Throws an error with a sentence for one that is not there, or that no test reaches. */
function planOfFiles({ files, name }, sources, cwd) {
  const tests = new Set();
  const specs = new Set();
  const add = (paths) => {
    for (const path of paths) (isSpec(path) ? specs : tests).add(path);
    return paths.length > 0;
  };
  for (const argument of files) {
    const path = [argument, posix.join(cwd, argument)]
      .map((path) => posix.normalize(path.replaceAll("\\", "/")).replace(/\/$/, ""))
      .find(
        (path) => path === "." || sources.files.some((file) => file === path || file.startsWith(`${path}/`)),
      );
    if (path === undefined) throw new Error(unknown(argument, sources.files));
    const named = sources.files.filter(
      (file) => path === "." || file === path || file.startsWith(`${path}/`),
    );
    if (add(named.filter((file) => isTest(file) || isSpec(file)))) continue;
    const reached = reachedBy(sources, named);
    if (!add([...reached.tests, ...reached.specs])) throw new Error(`No test reaches ${argument}.`);
  }
  return {
    checks: [],
    tests: [...tests].toSorted(),
    specs: [...specs].toSorted(),
    smoke: false,
    sweep: [...specs].some(isOfSweep),
    name,
    named: true,
    notRun: [],
  };
}

function unknown(argument, files) {
  const text = posix.basename(argument).replace(/\..*$/, "").toLowerCase();
  const similar = files.filter((path) => (isTest(path) || isSpec(path)) && path.toLowerCase().includes(text));
  const meant = text && similar.length > 0 ? ` Similar: ${similar.slice(0, 3).join(", ")}.` : "";
  return `There is no file or folder ${argument}.${meant}`;
}

/** Returns whether a plan has specs, which need the built app. */
export const hasSpecs = ({ specs, smoke, sweep }) => specs.length > 0 || smoke || sweep;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Longer command lines are refused on Windows. */
const maxLength = 24_000;

/** Returns the arguments of Vitest for the tests of a plan. */
export function vitestArguments({ tests, name }) {
  const filter = name === undefined ? [] : ["-t", escaped(name)];
  if (tests === "unit") return ["--project", "unit"];
  if (tests === "all" || tests.join(" ").length > maxLength) return filter;
  return [...tests, ...filter];
}

/** Returns the arguments of Playwright for the specs of a plan. It matches text with "project file name @tag". */
export function playwrightArguments({ specs, smoke, sweep, name, named }, desktop) {
  if (named)
    return [
      ...specs.map((path) => `${escaped(path)}$`),
      ...(name === undefined ? [] : ["-g", escaped(name)]),
    ];
  const projects = ["browser", ...(desktop ? ["desktop"] : [])].map((project) => `--project=${project}`);
  if (specs === "all") return sweep ? [] : projects;
  const wanted = [
    ...(smoke ? ["@smoke\\b"] : []),
    ...(sweep ? ["^ *sweep "] : []),
    ...specs.map((path) => ` ${escaped(posix.relative("e2e", path)).replaceAll("/", "[\\\\/]")} `),
  ];
  return [...(sweep ? [] : projects), "--grep", wanted.join("|")];
}
