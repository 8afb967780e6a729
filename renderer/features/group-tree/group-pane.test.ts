import { expect, it } from "vitest";
import { group } from "../../../shared/api/resources/groups.ts";
import { topGroups } from "./group-pane.tsx";

const make = (id: number, parent_id: number | null) =>
  group.parse({ id, parent_id, name: `g${id}`, path: `g${id}`, full_name: `g${id}`, full_path: `g${id}` });

it("puts groups at the top whose parent is not listed, such as one's only group in a group of others", () => {
  const listed = [make(1, null), make(2, 1), make(4, 3), make(5, 4)];
  expect(topGroups(listed).map(({ id }) => id)).toEqual([1, 4]);
});
