import fc from "fast-check";
import { expect, test } from "vitest";
import { graphLanes } from "./graph-cell.tsx";

const commit = (id: string, ...parent_ids: string[]) => ({ id, parent_ids });

test("a straight history keeps one lane", () => {
  const rows = graphLanes([commit("c", "b"), commit("b", "a"), commit("a")]);
  expect(rows.map(({ lane, into, out }) => [lane, into, out])).toEqual([
    [0, [], [0]],
    [0, [0], [0]],
    [0, [0], []],
  ]);
});

test("a merge opens a lane, and the fork closes it", () => {
  const rows = graphLanes([commit("m", "a", "b"), commit("a", "r"), commit("b", "r"), commit("r")]);
  expect(rows.map(({ lane }) => lane)).toEqual([0, 0, 1, 0]);
  expect(rows[0]?.out).toEqual([0, 1]);
  expect(rows[1]?.through).toEqual([1]);
  expect(rows[2]).toMatchObject({ into: [1], out: [0], through: [0] });
  expect(rows[3]).toMatchObject({ into: [0], below: [] });
});

test("a free lane is taken again", () => {
  const rows = graphLanes([commit("m", "a", "x"), commit("x"), commit("n", "y"), commit("a"), commit("y")]);
  expect(rows[2]?.lane).toBe(1);
});

test("lines that leave a row enter the next one at the same lanes", () => {
  const histories = fc.array(fc.array(fc.nat(4), { maxLength: 3 }), { maxLength: 30 }).map((parents) =>
    parents.map((steps, i) =>
      commit(
        String(i),
        ...new Set(
          steps
            .map((step) => i + step + 1)
            .filter((to) => to < parents.length)
            .map(String),
        ),
      ),
    ),
  );
  fc.assert(
    fc.property(histories, (commits) => {
      const rows = graphLanes(commits);
      return rows.every((row, i) => {
        const above = rows[i - 1]?.below ?? [];
        const arriving = new Set([...row.into, ...row.through]);
        return above.length === arriving.size && above.every((lane) => arriving.has(lane));
      });
    }),
  );
});
