import { expect, it } from "vitest";
import { group as groupShape } from "../../../../shared/api/resources/groups.ts";
import { type MatrixRowData, type MatrixTree, matrixRows, narrowTree } from "./use-matrix.ts";

const group = (id: number, path: string, parent_id: number | null = null) =>
  groupShape.parse({ id, name: path, path, full_name: path, full_path: path, parent_id });
const project = (id: number, path: string) => ({
  id,
  name: path.split("/").at(-1) ?? path,
  path_with_namespace: path,
});

const groups = [
  group(1, "fjord"),
  group(2, "fjord/platform", 1),
  group(3, "atlas"),
  group(9, "far/below", 8),
];
const read = (projects: MatrixTree["groups"] | readonly ReturnType<typeof project>[]) => ({
  projects: projects as readonly ReturnType<typeof project>[],
  error: null,
  retry: () => undefined,
});
const shown = (rows: readonly MatrixRowData[]) =>
  rows.map(({ kind, path, depth }) => `${depth} ${kind} ${path}`);

it("lists the global settings, open groups with subgroups before projects, and own projects", () => {
  const rows = matrixRows({
    groups,
    isOpen: (path) => path !== "atlas" && path !== "far/below",
    projectsOf: (path) =>
      path === "fjord"
        ? read([project(5, "fjord/lantern")])
        : path === "asa"
          ? read([])
          : { ...read([]), projects: undefined },
    personal: "asa",
  });
  expect(shown(rows)).toEqual([
    "0 scope ",
    "0 scope atlas",
    "0 scope far/below",
    "0 scope fjord",
    "1 scope fjord/platform",
    "2 note fjord/platform",
    "1 scope fjord/lantern",
    "0 personal asa",
    "1 note asa",
  ]);
  const lantern = rows.find(({ path }) => path === "fjord/lantern");
  expect(lantern?.kind === "scope" && lantern.above).toEqual([
    { kind: "group", id: 1, name: "fjord" },
    { kind: "global" },
  ]);
});

it("narrows the tree to what is wanted and the groups on the way", () => {
  const projects = [
    project(5, "fjord/lantern"),
    project(6, "fjord/platform/harbor"),
    project(7, "asa/notes"),
  ];
  const wanted = (name: string) =>
    matrixRows(narrowTree(groups, projects, ({ path }) => path.endsWith(name), "asa"));
  expect(shown(wanted("harbor"))).toEqual([
    "0 scope ",
    "0 scope fjord",
    "1 scope fjord/platform",
    "2 scope fjord/platform/harbor",
  ]);
  expect(shown(wanted("notes"))).toEqual(["0 scope ", "0 personal asa", "1 scope asa/notes"]);
  expect(shown(wanted("atlas"))).toEqual(["0 scope ", "0 scope atlas"]);
});
