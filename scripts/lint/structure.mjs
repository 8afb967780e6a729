import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../node.mjs";
import { isSpec, isTest, projectFiles } from "../test/sources.mjs";

const maxSiblings = 25;
const maxLines = 400;
/** A file with fewer lines and one importer beside it is a part of that importer. */
const minLines = 25;

/** Folders that are lists by nature: one file for each thing that something outside names, however small or many. */
const listsByNature = {
  "e2e/inputs": "one file for each format of input",
  "electron/service/git": "one file for each command and object of git",
  "electron/service/routes": "one file for each page of the interface's documentation",
  "renderer/features": "one folder for each subject of several views",
  "renderer/views": "one folder for each place with an address",
  "shared/api/resources": "one file for each page of the interface's documentation",
};

const isCode = (path) => /\.(?:tsx?|mjs)$/.test(path);
const isOfTests = (path) => isTest(path) || isSpec(path) || /\/(?:testing|mock)\//.test(path);
const isIn = (lists, path) => Object.hasOwn(lists, posix.dirname(path));
const moduleOf = (path) => path.replace(/(?:\.module\.css|\.tsx?|\.mjs|\.css)$/, "");

/**
 * Returns what breaks the rules of files and folders, as sentences that say what to do. `sources` maps the paths of all
 * files to their texts, which are needed of code and styles alone; `lists` maps the folders that are lists by nature
 * to the reasons.
 */
export function structureProblems(sources, lists) {
  const paths = [...sources.keys()].filter((path) =>
    /^(?:electron|renderer|shared|scripts|e2e)\/(?!bench\/peers\/)/.test(path),
  );
  const measured = paths
    .filter((path) => (isCode(path) || path.endsWith(".css")) && !isTest(path) && !isSpec(path))
    .map((path) => ({ path, lines: sources.get(path).split("\n").length - 1 }));
  const folders = foldersOf(paths);
  return [
    ...Object.keys(lists)
      .filter((folder) => !folders.has(folder))
      .map((path) => ({ path, problem: "is not there: take it from the lists by nature" })),
    ...measured
      .filter(({ lines }) => lines > maxLines)
      .map(({ path, lines }) => ({
        path,
        problem: `has ${lines} lines, at most ${maxLines} are allowed: split it by subject`,
      })),
    ...fragments(sources, measured, lists),
    ...[...folders].flatMap(([path, entries]) => folderProblem(path, entries, folders, lists)),
  ];
}

/** Returns the files of each folder, also of one that has folders alone. */
function foldersOf(paths) {
  const folders = new Map();
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder))
      if (!folders.has(folder)) folders.set(folder, []);
    folders.get(posix.dirname(path)).push(path);
  }
  return folders;
}

function folderProblem(path, files, folders, lists) {
  const inner = [...folders.keys()].filter((folder) => posix.dirname(folder) === path).length;
  // A view or a feature is its folder, however small.
  if (files.length + inner === 1 && path.includes("/") && !isIn(lists, path))
    return [{ path, problem: "has nothing but one file or folder: move that up" }];
  // A module with its styles and its tests is one.
  const siblings = new Set(files.filter((file) => !isTest(file) && !isSpec(file)).map(moduleOf)).size + inner;
  if (siblings <= maxSiblings || Object.hasOwn(lists, path)) return [];
  const problem = `has ${siblings} files and folders, at most ${maxSiblings} are allowed: join those of one subject, or give a subject a folder`;
  return [{ path, problem }];
}

/** A file that is loaded by itself, lazily or as a thread, is none; nor is one with a test of its own. */
function fragments(sources, measured, lists) {
  const importers = new Map();
  const loaded = new Set();
  for (const [path, text] of sources) {
    if (!isCode(path) || isOfTests(path)) continue;
    for (const [, start, name] of text.matchAll(/(from |import )?["'](\.\.?\/[^"'\n]+)["']/g)) {
      const target = posix.join(posix.dirname(path), name);
      if (start === undefined || name.includes("?")) loaded.add(target.replace(/\?.*$/, ""));
      else importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const tested = new Set(
    [...sources.keys()].filter(isTest).map((path) => path.replace(/\.(?:\w+\.)?test\.tsx?$/, "")),
  );
  return measured.flatMap(({ path, lines }) => {
    const [importer, other] = new Set(importers.get(path));
    if (!isCode(path) || isOfTests(path) || lines >= minLines || loaded.has(path) || isIn(lists, path))
      return [];
    if (!importer || other || posix.dirname(importer) !== posix.dirname(path)) return [];
    if (tested.has(moduleOf(path))) return [];
    return [{ path, problem: `has ${lines} lines and one importer beside it: merge it into ${importer}` }];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const sources = new Map(
    projectFiles(root).map((path) => [
      path,
      isCode(path) || path.endsWith(".css") ? readFileSync(join(root, path), "utf8") : "",
    ]),
  );
  const problems = structureProblems(sources, listsByNature);
  for (const { path, problem } of problems) console.error(`${path} ${problem}.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
