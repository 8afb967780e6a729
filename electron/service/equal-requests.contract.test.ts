import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../shared/api/index.ts";
import { insertUser } from "./store/users/users.ts";
import { extensionInputs, newInputs } from "./testing/roles/extension-inputs.ts";
import { roleInputs } from "./testing/roles/role-inputs.ts";
import {
  makeRoleScene,
  type RoleScene,
  type RoleService,
  roleService,
  statusOf,
} from "./testing/roles/role-scene.ts";

/*
 * Every operation that creates something, twice at once: the second one is done, too, where that makes two, or refused
 * as if it had come later. It is never an error of the service.
 */

const inputs = { ...roleInputs, ...extensionInputs, ...newInputs };
const writes = Object.entries(operations).filter(
  ([name, { method }]) => (method === "POST" || method === "PUT") && !name.startsWith("openLocal"),
);

let service: RoleService;
let scene: RoleScene;
beforeAll(async () => {
  service = roleService();
  scene = await makeRoleScene(service, "private");
}, 120_000);
afterAll(() => service.remove());

/** Operations of which the second equal one is another thing, or changes the same thing once more. */
const alone: Record<string, object> = {
  updateCiSettings: { run_jobs: false },
  createVariable: { key: "KEY", value: "a value" },
  updateVariable: { key: "KEY", value: "another value" },
  createMergeRequest: { source_branch: "picked", target_branch: "main", title: "Equal" },
};

it.each(writes)("%s twice at once is no error of the service", async (name, operation) => {
  const factory = inputs[name];
  const input = alone[name]
    ? { id: scene.project.id, ...alone[name] }
    : await factory?.({ ...scene, service, caller: "administrator" });
  if (!input) throw new Error(`nothing prepares ${name}`);
  const twice = [1, 2, 3].map(() => statusOf(service, "administrator", operation, input as never));
  const statuses = (await Promise.all(twice)).map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(refused.has(name) || statuses.some((status) => status < 400), `${name}: ${statuses}`).toBe(true);
  if (once[name] === undefined) return;
  expect(statuses.toSorted()).toEqual([operation.status, once[name], once[name]].toSorted());
});

/** Operations whose second equal request is refused, and how. */
const once: Readonly<Record<string, number>> = {
  createUser: 409,
  createRelease: 409,
  createTagRelease: 409,
  protectBranch: 409,
  createMergeRequest: 409,
  createBranch: 400,
  createTag: 405,
  createGroup: 400,
  createKey: 400,
  createUserKey: 400,
  createVariable: 400,
  createEnvironment: 400,
  createWikiPage: 400,
  createFile: 400,
};

/** Operations that the scene has nothing for: they are refused, each time in the same way. */
const refused: ReadonlySet<string> = new Set([
  "acceptMergeRequest",
  "approveMergeRequest",
  "createMergeRequestPipeline",
  "createPipeline",
  "playJob",
  "playPipelineSchedule",
  "resolveMergeConflicts",
  "unapproveMergeRequest",
]);

it("two users who get one name at once do not both have it", async () => {
  const { updateUser } = operations;
  const ids = ["first", "second"].map(
    (username) =>
      insertUser(service.store, { username, name: username, email: `${username}@example.test` }).id,
  );
  const statuses = await Promise.all(
    ids.map(async (id) => {
      const input = { id, username: "wanted", password: "a long password 5" };
      return (await statusOf(service, "administrator", updateUser as never, input as never)).status;
    }),
  );
  expect(statuses.toSorted()).toEqual([200, 404]);
});
