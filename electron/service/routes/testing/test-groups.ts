import { beforeAll, expect } from "vitest";
import { createGroup } from "../../../../shared/api/resources/groups.ts";
import { findGroupByPath, type Group } from "../../store/groups/groups.ts";
import type { ContractService } from "./contract-service.ts";

/** Returns calls of administrators and owners of the group `team`, and functions that add groups. */
export function testGroups(service: ContractService) {
  let team: Group;
  beforeAll(() => {
    const found = findGroupByPath(service.store, "team");
    if (!found) throw new Error("no group");
    team = found;
  });
  const counter = { value: 0 };
  const freshPath = () => `fresh-${++counter.value}`;
  return {
    admin: { as: "administrator" },
    owner: { as: "owner" },
    get team() {
      return team;
    },
    /** Returns a path that no group has. */
    freshPath,
    async add(more: object = {}, as: "owner" | "stranger" = "owner"): Promise<Group> {
      const path = freshPath();
      const { status, body } = await service.operate(createGroup, { name: path, path, ...more }, { as });
      expect([status, body]).toEqual([201, expect.anything()]);
      const group = findGroupByPath(service.store, (body as { full_path: string }).full_path);
      if (!group) throw new Error("no group was added");
      return group;
    },
  } as const;
}

/** Full paths of the groups of a response. */
export const pathsOf = (body: unknown): string[] =>
  (body as { full_path: string }[]).map(({ full_path }) => full_path);
