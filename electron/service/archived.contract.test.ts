import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../shared/api/index.ts";
import { extensionInputs } from "./testing/roles/extension-inputs.ts";
import { roleInputs } from "./testing/roles/role-inputs.ts";
import {
  makeRoleScene,
  type RoleScene,
  type RoleService,
  roleService,
  statusOf,
} from "./testing/roles/role-scene.ts";

/** Operations that an archived project takes: see `admit-write.ts`. */
const allowed = new Set(
  `archiveProject unarchiveProject deleteProject moveProject forkProject updateProject starProject unstarProject
   updateProjectNotificationSettings removeProjectMember deleteInvitation revokeProjectAccessToken
   deleteDeployKey`.split(/\s+/),
);

let service: RoleService;
let scene: RoleScene;
beforeAll(async () => {
  service = roleService();
  scene = await makeRoleScene(service, "private");
}, 120_000);
afterAll(() => service.remove());

const setArchived = (archived: boolean) =>
  service.store.run("UPDATE projects SET archived = ? WHERE id = ?", Number(archived), scene.project.id);

/** Writes below a project, each with an input that is right as long as it is not archived. */
const writes = Object.entries(operations).filter(
  ([, { method, path }]) => method !== "GET" && method !== "HEAD" && /^(\/local)?\/projects\/:id/.test(path),
);

it.each(writes.filter(([name]) => !allowed.has(name)))(
  "%s is refused in an archived project, also for its owner and administrators",
  async (name, operation) => {
    const factory = roleInputs[name] ?? extensionInputs[name];
    const input =
      name === "updateCiSettings"
        ? { id: scene.project.id, run_jobs: true }
        : await factory?.({ ...scene, service, caller: "owner" });
    if (!input) throw new Error(`nothing prepares ${name}`);
    setArchived(true);
    try {
      for (const caller of ["owner", "administrator"] as const) {
        const { status, body } = await statusOf(service, caller, operation, input as never);
        expect([status, body]).toEqual([403, { message: expect.stringContaining("archived") }]);
      }
    } finally {
      setArchived(false);
    }
  },
);

it("takes another name and path, and no other setting", async () => {
  const { id } = scene.project;
  const { updateProject, unarchiveProject } = operations;
  if (!updateProject || !unarchiveProject) throw new Error("no such operation");
  setArchived(true);
  const change = (input: object) => statusOf(service, "owner", updateProject, { id, ...input } as never);
  expect((await change({ description: "New" })).status).toBe(403);
  expect((await change({ name: "Renamed" })).status).toBe(200);
  expect((await statusOf(service, "owner", unarchiveProject, { id } as never)).status).toBe(201);
  expect((await change({ description: "New" })).status).toBe(200);
});
