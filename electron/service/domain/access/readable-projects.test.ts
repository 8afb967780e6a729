import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { seed } from "../../../../shared/testing/rounds.ts";
import { createRandom } from "../../sample/seed/seeded-random.ts";
import type { ServiceStore } from "../../service-store.ts";
import { insertGroup } from "../../store/groups/groups.ts";
import { setMember } from "../../store/groups/members.ts";
import { shareProject } from "../../store/projects/project-shares.ts";
import { findProject, insertProject, type Project } from "../../store/projects/projects.ts";
import { readableProjects } from "../../store/projects/readable-projects.ts";
import { parseColumn } from "../../store/rows.ts";
import { findUser, insertUser, type User } from "../../store/users/users.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { mayReadCode, maySeeProject } from "./access-level.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-readable-"));
let store: ServiceStore;
beforeAll(() => {
  store = openTestStore(folder);
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const mayRead = (user: User, project: Project) =>
  maySeeProject(store, user, project) && mayReadCode(store, user, project);

it("finds with one query the projects that the rules of access let each user read", () => {
  const { chance, pick } = createRandom(seed());
  const roles = ["guest", "reporter", "developer", "owner"] as const;
  const visibilities = ["private", "internal", "public"] as const;
  const users = Array.from({ length: 8 }, (_, n) => {
    const { id } = insertUser(store, {
      username: `user${n}`,
      name: `User ${n}`,
      email: `user${n}@example.test`,
      isAdmin: n === 0,
    });
    if (n === 1) store.run("UPDATE users SET external = 1 WHERE id = ?", id);
    return id;
  });
  const groups: { id: number; fullPath: string }[] = [];
  for (let n = 0; n < 12; n++) {
    const parent = n > 2 && chance(0.6) ? pick(groups) : undefined;
    const path = `group${n}`;
    groups.push(
      insertGroup(store, {
        name: path,
        path,
        parentId: parent?.id,
        visibility: pick(visibilities),
        description: "",
      }),
    );
  }
  const projects = Array.from({ length: 60 }, (_, n) => {
    const owner = chance(0.2) ? { userId: pick(users) } : { groupId: pick(groups).id };
    const path = `project${n}`;
    const made = {
      name: path,
      path,
      description: "",
      visibility: pick(visibilities),
      creatorId: pick(users),
    };
    return insertProject(store, { ...made, ...owner }, path).id;
  });
  for (let n = 0; n < 25; n++) {
    const kind = chance(0.5) ? "group" : "project";
    const id = kind === "group" ? pick(groups).id : pick(projects);
    setMember(store, { kind, id, userId: pick(users), role: pick(roles) });
  }
  for (const projectId of projects.filter(() => chance(0.3))) {
    const expiresAt = pick([null, "2001-01-01", "2999-01-01"]);
    const share = { projectId, groupId: pick(groups).id, accessLevel: accessLevels[pick(roles)] };
    shareProject(store, { ...share, ...(expiresAt === null ? {} : { expiresAt }) });
  }
  for (const id of users) {
    const user = findUser(store, id);
    if (!user) throw new Error("no user");
    const all = projects.flatMap((project) => findProject(store, project) ?? []);
    const expected = all.filter((project) => mayRead(user, project)).map((project) => project.id);
    const { sql, values } = readableProjects(store, user);
    const found = parseColumn("id", z.int(), store.all(sql, ...values));
    expect(
      found.toSorted((a, b) => a - b),
      user.username,
    ).toEqual(expected);
    for (const group of groups) {
      const inGroup = readableProjects(store, user, group);
      const inside = all.filter(
        ({ id: project, fullPath }) =>
          expected.includes(project) && fullPath.startsWith(`${group.fullPath}/`),
      );
      const ids = parseColumn("id", z.int(), store.all(inGroup.sql, ...inGroup.values));
      expect(ids.toSorted((a, b) => a - b)).toEqual(inside.map((project) => project.id));
    }
  }
});
