import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyOperation } from "../../shared/api/contract/operation.ts";
import { schemaAt } from "../../shared/api/contract/schema-walk.ts";
import { operations } from "../../shared/api/index.ts";
import { createMergeRequest } from "../../shared/api/resources/merge-requests.ts";
import { addKey } from "./domain/people/ssh-keys.ts";
import { insertMilestone } from "./store/review/milestones.ts";
import { findUser, type User } from "./store/users/users.ts";
import { extensionInputs, newInputs } from "./testing/roles/extension-inputs.ts";
import { publicKey, type RoleCall, roleInputs } from "./testing/roles/role-inputs.ts";
import {
  makeRoleScene,
  type RoleCaller,
  type RoleScene,
  type RoleService,
  roleCallers,
  roleService,
  statusOf,
} from "./testing/roles/role-scene.ts";
import { kindOf, namingFields } from "./testing/roles/second-ids.ts";

/*
 * Every parameter beside the one that admission checks that names another thing, by every caller. What is elsewhere and
 * what does not exist get the same response; the few parameters that may lead elsewhere have rows in a table.
 */

const inputs = { ...roleInputs, ...extensionInputs, ...newInputs };
const cases = Object.entries(operations).flatMap(([name, operation]) =>
  namingFields(operation).map((field) => ({ name, field, operation, kind: kindOf(name, field) })),
);

type Where = "own" | "public" | "private" | "missing";
const wheres = ["own", "public", "private", "missing"] as const;

/** A project of a group that the callers are members of, and two of groups that they are not. */
interface Place extends RoleScene {
  /** A commit and a blob that no other project has. */
  readonly secret: { readonly commit: string; readonly blob: string };
  readonly milestone: number;
}

let service: RoleService;
const places = new Map<Exclude<Where, "missing">, Place>();
const place = (where: Exclude<Where, "missing">): Place => {
  const found = places.get(where);
  if (!found) throw new Error(`there is no place ${where}`);
  return found;
};

async function makePlace(visibility: "private" | "public", name: string): Promise<Place> {
  const scene = await makeRoleScene(service, visibility, name);
  const { project } = scene;
  const commit = await service.commit(project, {
    branch: "secret",
    from: scene.sha,
    files: { [name]: name },
  });
  // Numbers that count within a project: only others have a second one.
  if (!name.startsWith("roles-")) {
    const input = { id: project.id, source_branch: "picked", target_branch: "main", title: "Second" };
    expect((await statusOf(service, "administrator", createMergeRequest, input)).status).toBe(201);
    service.store.run("UPDATE issues SET iid = 2 WHERE project_id = ?", project.id);
  }
  const milestone = insertMilestone(service.store, {
    projectId: project.id,
    title: name,
    description: "",
    state: "active",
    startDate: null,
    dueDate: null,
    createdAt: new Date().toISOString(),
  });
  const blob = await service.run(project, "rev-parse", `secret:${name}`);
  return { ...scene, secret: { commit, blob }, milestone };
}

beforeAll(async () => {
  service = roleService();
  places.set("own", await makePlace("private", "roles-private"));
  places.set("public", await makePlace("public", "elsewhere-public"));
  places.set("private", await makePlace("private", "elsewhere-private"));
}, 120_000);
afterAll(() => service.remove());

const numbers = new Set(["merge_request_iid", "issue_iid", "iids"]);

function administrator(): User {
  const user = findUser(service.store, service.ids.get("administrator") ?? 0);
  if (!user) throw new Error("there is no administrator");
  return user;
}

/** Returns a value of a parameter that names something at a place, or nothing. */
async function valueAt(
  name: string,
  field: string,
  where: Exclude<Where, "own">,
  caller: RoleCaller,
): Promise<unknown> {
  const kind = kindOf(name, field);
  const last = field.split(".").at(-1) ?? "";
  if (where === "missing") {
    if (kind === "object" || last === "discussion_id") return randomBytes(20).toString("hex");
    return numbers.has(last) ? 77 : 9_876_543;
  }
  if (numbers.has(last)) return 2;
  const { secret } = place(where);
  // Keys but those of projects are of people, who belong to none.
  if (last === "key_id" && !name.endsWith("DeployKey"))
    return addKey(service.store, administrator(), publicKey()).id;
  if (kind === "object") return /Blob$/.test(name) ? secret.blob : secret.commit;
  const input = await inputs[name]?.({ ...place(where), service, caller });
  return Reflect.get(input ?? {}, field);
}

/** Returns an input with a value at a dotted path, in a list where the contract has one. */
function withValue(operation: AnyOperation, input: object, field: string, value: unknown): object {
  const [head = "", ...rest] = field.split(".");
  const present: unknown = Reflect.get(input, head);
  if (rest.length > 0) {
    const inner = withValue(
      operation,
      Array.isArray(present) ? (present[0] ?? {}) : (present ?? {}),
      rest.join("."),
      value,
    );
    return { ...input, [head]: Array.isArray(present) ? [inner] : inner };
  }
  const schema = schemaAt(operation.input, [head]);
  // A list that compares things needs two.
  return { ...input, [head]: !schema || schema.safeParse(value).success ? value : [value, value] };
}

async function respond(
  name: string,
  operation: AnyOperation,
  caller: RoleCaller,
  change: (input: object) => object,
) {
  const factory = inputs[name];
  if (!factory) throw new Error(`nothing prepares ${name}`);
  const call: RoleCall = { ...place("own"), service, caller };
  return statusOf(service, caller, operation, change(await factory(call)) as never);
}

/** Returns a response as text, without the value that was sent. The status that a message begins with may be an id, too. */
const shown = ({ status, body }: { readonly status: number; readonly body: unknown }, value: unknown) =>
  `${status} ${JSON.stringify(body)?.replaceAll(new RegExp(`(?<!"message":")\\b${value}\\b`, "g"), "VALUE")}`;

describe("a second id", () => {
  it("has a kind in every operation", () => {
    expect(
      cases.filter(({ kind }) => kind === undefined).map(({ name, field }) => `${name}.${field}`),
    ).toEqual([]);
    expect(cases.length).toBeGreaterThan(150);
  });

  const scoped = cases.filter(({ kind }) => kind === "child" || kind === "object");
  it.each(scoped.map((each) => [each.name, each.field, each] as const))(
    "%s: %s finds nothing elsewhere",
    async (name, field, { operation }) => {
      for (const caller of roleCallers) {
        const responses: string[] = [];
        for (const where of ["missing", "public", "private"] as const) {
          const value = await valueAt(name, field, where, caller);
          expect(value, `${name} has no ${field}`).toBeDefined();
          const response = await respond(name, operation, caller, (input) =>
            withValue(operation, input, field, value),
          );
          responses.push(shown(response, value));
        }
        expect(new Set(responses).size, `${caller}: ${responses.join("\n")}`).toBe(1);
      }
    },
  );
});

const table = readFileSync(new URL("./testing/roles/second-id-table.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .slice(1)
  .map((line) => {
    const [name = "", field = "", where = "", ...expected] = line.trim().split(/\s+/);
    return { name, field, where: where as Where, expected };
  });

/** Value of a parameter that may lead to another project. */
function across(field: string, where: Where): number {
  if (where === "missing") return 9_876_543;
  const { project, group, milestone, sibling } = place(where);
  if (["group_id", "parent_id", "namespace_id"].includes(field)) return group.id;
  if (field === "milestone_id") return milestone;
  if (field === "file_template_project_id") return sibling.id;
  return project.id;
}

describe("an id that may lead elsewhere", () => {
  it("has four rows", () => {
    const rows = new Set(table.map(({ name, field, where }) => `${name}.${field} ${where}`));
    const due = cases
      .filter(({ kind }) => kind === "across")
      .flatMap(({ name, field }) => wheres.map((where) => `${name}.${field} ${where}`));
    expect([...rows].sort()).toEqual(due.sort());
  });

  it.each(table.map((row) => [row.name, row.field, row.where, row] as const))(
    "%s: %s of something %s responds to each caller as written down",
    async (name, field, where, { expected }) => {
      const operation = operations[name];
      if (!operation) throw new Error(`there is no operation ${name}`);
      const found: string[] = [];
      for (const caller of roleCallers) {
        const value = await valueAcross(name, field, where, caller);
        const prepare = (given: unknown) => (input: object) =>
          withValue(operation, { ...input, ...more(name, field) }, field, given);
        const response = await respond(name, operation, caller, prepare(value));
        found.push(String(response.status));
        if (where !== "private" || caller === "administrator") continue;
        const missing = across(field, "missing");
        const nothing = await respond(name, operation, caller, prepare(missing));
        expect(shown(response, value), caller).toBe(shown(nothing, missing));
      }
      expect(found.join(" ")).toEqual(expected.join(" "));
    },
  );

  /** The same, made anew for each call where the call changes it. */
  async function valueAcross(name: string, field: string, where: Where, caller: RoleCaller): Promise<number> {
    if (where === "missing") return across(field, where);
    const { group, unused } = place(where);
    if (name === "transferProject") return (await service.project({ path: unused(), groupId: group.id })).id;
    if (!["runner_id", "blocking_merge_request_id", "key_id"].includes(field)) return across(field, where);
    const input = await inputs[name]?.({ ...place(where), service, caller });
    return Number(Reflect.get(input ?? {}, field));
  }

  /** Parameters that go with another one. */
  function more(name: string, field: string): object {
    return name === "createRunner" && field === "group_id" ? { runner_type: "group_type" } : {};
  }
});
