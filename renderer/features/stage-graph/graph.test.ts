import { describe, expect, it } from "vitest";
import { type Job, job as jobShape } from "../../../shared/api/resources/job-shapes.ts";
import {
  edgePath,
  graphEdges,
  graphGeometry,
  impliedKeys,
  knownNeeds,
  layoutGraph,
  relatedKeys,
} from "./graph-geometry.ts";
import { movedNode } from "./stage-graph.tsx";

const none: ReadonlySet<string> = new Set();
let id = 0;
const job = (stage: string, name: string, more: Partial<Job> = {}): Job =>
  jobShape.parse({ id: ++id, name, stage, status: "success", ...more });
const positions = (jobs: readonly Job[], expanded = none) =>
  layoutGraph(jobs, expanded).nodes.map(({ name, column, row }) => [name, column, row]);

describe("columns", () => {
  it("puts stages side by side in the order of their first jobs, also after a retry", () => {
    const jobs = [job("build", "compile"), job("test", "unit"), job("test", "lint"), job("build", "compile")];
    expect(positions(jobs.toReversed())).toEqual([
      ["compile", 0, 0],
      ["unit", 1, 0],
      ["lint", 1, 1],
    ]);
    const [compile] = layoutGraph(jobs, none).nodes;
    expect(compile?.entries[0]?.job.id).toBe(jobs[3]?.id);
    expect(compile?.entries[0]?.earlier.map((earlier) => earlier.id)).toEqual([jobs[0]?.id]);
  });

  it("gives a job that needs one of its own stage a column after it", () => {
    const jobs = [job("deliver", "package"), job("deliver", "deploy", { needs: ["package"] })];
    expect(positions(jobs)).toEqual([
      ["package", 0, 0],
      ["deploy", 1, 0],
    ]);
    expect(layoutGraph(jobs, none).stages).toEqual([{ name: "deliver", jobs: 2, column: 0, columns: 2 }]);
  });

  it("terminates where jobs need each other", () => {
    const jobs = [job("a", "one", { needs: ["two"] }), job("a", "two", { needs: ["one"] })];
    expect(positions(jobs)).toHaveLength(2);
  });

  it("groups the copies of a job, and shows them below it once it is expanded", () => {
    const jobs = [
      job("test", "unit: [linux, 22]"),
      job("test", "unit: [linux, 24]"),
      job("test", "split 1/2"),
      job("test", "split 2/2"),
      job("test", "alone 1/1"),
    ];
    expect(positions(jobs)).toEqual([
      ["unit", 0, 0],
      ["split", 0, 1],
      ["alone 1/1", 0, 2],
    ]);
    expect(positions(jobs, new Set(["test\nsplit"])).map(([name]) => name)).toEqual([
      "unit",
      "split",
      "split 1/2",
      "split 2/2",
      "alone 1/1",
    ]);
  });

  it("orders a column by the rows of what its jobs need", () => {
    const jobs = [
      job("a", "first"),
      job("a", "second"),
      job("b", "of second", { needs: ["second"] }),
      job("b", "of first", { needs: ["first"] }),
    ];
    expect(positions(jobs).slice(2)).toEqual([
      ["of first", 1, 0],
      ["of second", 1, 1],
    ]);
  });

  it("lays out a thousand jobs", () => {
    const jobs = Array.from({ length: 1000 }, (_, index) => job(`s${index % 10}`, `job ${index} of many`));
    expect(layoutGraph(jobs, none)).toMatchObject({ columns: 10, rows: 100 });
  });
});

describe("pixels", () => {
  const box = (left: number, top: number) => ({ left, top, width: 100, height: 34 });

  it("gives a column the width of its longest name, up to a limit", () => {
    const { nodes, ...layout } = layoutGraph([job("a", "x"), job("b", "y".repeat(80))], none);
    const { boxOf, size } = graphGeometry({ nodes, ...layout });
    const widths = nodes.map((node) => boxOf(node).width);
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0);
    expect(widths[1]).toBe(320);
    expect(size.width).toBeGreaterThan(320 + (widths[0] ?? 0));
  });

  it("widens a column for the marks of its jobs", () => {
    const width = (more: Partial<Job>) => {
      const layout = layoutGraph([job("build", "prepare-01", more)], none);
      return graphGeometry(layout).size.width;
    };
    expect(width({ needs: [] })).toBe(width({}) + 20);
  });

  it("leads a line past a column in the space between two rows", () => {
    expect(edgePath(box(0, 0), box(144, 0))).not.toContain("H");
    expect(edgePath(box(0, 0), box(400, 0))).toContain(" 39H");
    expect(edgePath(box(0, 88), box(400, 0))).toContain(" 83H");
  });
});

describe("lines", () => {
  const jobs = [
    job("build", "app", { needs: null }),
    job("test", "unit 1/2", { needs: ["app"] }),
    job("test", "unit 2/2", { needs: ["app", "gone"] }),
    job("ship", "deploy", { needs: ["unit 1/2", "unit 2/2"] }),
    job("ship", "notes", { needs: [] }),
  ];

  it("draws one line between two boxes, and none for a job that is not there", () => {
    const { nodes } = layoutGraph(jobs, none);
    expect(graphEdges(nodes)).toEqual([
      { from: "build\napp", to: "test\nunit" },
      { from: "test\nunit", to: "ship\ndeploy" },
    ]);
  });

  it("leads to each job of a group that is expanded", () => {
    const { nodes } = layoutGraph(jobs, new Set(["test\nunit"]));
    expect(graphEdges(nodes).map(({ from, to }) => `${from} > ${to}`)).toEqual([
      "build\napp > test\nunit 1/2",
      "build\napp > test\nunit 2/2",
      "test\nunit 1/2 > ship\ndeploy",
      "test\nunit 2/2 > ship\ndeploy",
    ]);
  });

  it("pretends nothing where the service gives no needs", () => {
    const known = (list: readonly Job[], isLocal: boolean) =>
      knownNeeds(layoutGraph(list, none).nodes, isLocal);
    expect(known(jobs, false)).toBe("needs");
    expect(known([job("a", "x")], true)).toBe("stages");
    expect(known([job("a", "x", { needs: null })], false)).toBe("unknown");
    expect(graphEdges(layoutGraph([job("a", "x"), job("b", "y")], none).nodes)).toEqual([]);
  });

  it("follows needs both ways", () => {
    const { nodes } = layoutGraph(jobs, none);
    const edges = graphEdges(nodes);
    expect([...relatedKeys("build\napp", edges)]).toEqual(["build\napp", "test\nunit", "ship\ndeploy"]);
    expect([...relatedKeys("ship\nnotes", edges)]).toEqual(["ship\nnotes"]);
  });

  it("finds the jobs that wait for a whole stage", () => {
    const staged = [
      job("build", "app", { needs: null }),
      job("test", "unit", { needs: null }),
      job("test", "soak", { needs: [] }),
      job("ship", "deploy", { needs: null }),
    ];
    const { nodes, stages } = layoutGraph(staged, none);
    expect(impliedKeys("test\nunit", nodes, stages)).toEqual(["build\napp", "ship\ndeploy"]);
    expect(impliedKeys("test\nsoak", nodes, stages)).toEqual(["ship\ndeploy"]);
  });

  it("moves by keys within a column and to the nearest box beside it", () => {
    const { nodes } = layoutGraph(jobs, none);
    const at = (name: string) => nodes.find((node) => node.name === name) as (typeof nodes)[number];
    const to = (key: string, from: string) => movedNode(key, at(from), nodes)?.name;
    expect(to("ArrowRight", "app")).toBe("unit");
    expect(to("ArrowDown", "deploy")).toBe("notes");
    expect(to("ArrowLeft", "notes")).toBe("unit");
    expect(to("End", "deploy")).toBe("notes");
    expect(to("ArrowUp", "app")).toBe("app");
    expect(to("x", "app")).toBeUndefined();
  });
});
