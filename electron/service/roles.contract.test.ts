import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyOperation } from "../../shared/api/contract/operation.ts";
import { operations } from "../../shared/api/index.ts";
import type { Visibility } from "../../shared/api/resources/projects.ts";
import { extensionInputs } from "./testing/roles/extension-inputs.ts";
import { roleInputs } from "./testing/roles/role-inputs.ts";
import {
  makeRoleScene,
  type RoleScene,
  type RoleService,
  roleCallers,
  roleService,
  statusOf,
} from "./testing/roles/role-scene.ts";

const tableFile = new URL("./testing/roles/role-table.txt", import.meta.url);

interface Row {
  readonly name: string;
  readonly visibility: Visibility;
  readonly expected: readonly string[];
}

/** The reviewed table: an operation, the visibility of what it is about, and a status for each caller. */
const table = readFileSync(tableFile, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .slice(1)
  .map((line): Row => {
    const [name = "", visibility = "", ...expected] = line.trim().split(/\s+/);
    return { name, visibility: visibility as Visibility, expected };
  });

let service: RoleService;
const scenes = new Map<Visibility, RoleScene>();
/** SQL statements that a call wrote with, without when a user and a token were last active and work in the background. */
const written = new AsyncLocalStorage<string[]>();
beforeAll(async () => {
  service = roleService();
  for (const visibility of ["private", "internal", "public"] as const) {
    scenes.set(visibility, await makeRoleScene(service, visibility));
  }
  const { store } = service;
  const { run } = store;
  store.run = (sql, ...values) => {
    if (!/last_activity_on|last_used_at/.test(sql)) written.getStore()?.push(sql);
    return run(sql, ...values);
  };
}, 120_000);
afterAll(() => service.remove());

/**
 * Calls an operation as every caller; one that only reads must write nothing. A write gets a new input once the last
 * one was used up.
 */
async function statuses(operation: AnyOperation, name: string, visibility: Visibility): Promise<string[]> {
  const scene = scenes.get(visibility);
  const factory = roleInputs[name] ?? extensionInputs[name];
  if (!scene || !factory) throw new Error(`nothing prepares ${name}`);
  const reads = operation.method === "GET" || operation.method === "HEAD";
  const found: string[] = [];
  let input: object | null = null;
  for (const caller of roleCallers) {
    // Objects of the caller are created for each.
    if (input === null || /user\/keys/.test(operation.path))
      input = await factory({ ...scene, service, caller });
    const writes: string[] = [];
    const { status } = await written.run(writes, () => statusOf(service, caller, operation, input as never));
    found.push(String(status));
    if (reads && !operation.isAction) expect(writes).toEqual([]);
    if (!reads && status < 400) input = null;
  }
  return found;
}

describe("the role table", () => {
  it("has a row for each of the 158 operations", () => {
    const documented = Object.entries(operations).filter(([, { extension }]) => extension === undefined);
    const rows = new Set(table.map(({ name }) => name));
    expect(documented.map(([name]) => name).filter((name) => !rows.has(name))).toEqual([]);
    expect(documented).toHaveLength(158);
    for (const { name, expected } of table)
      expect([name, expected.length]).toEqual([name, roleCallers.length]);
  });

  it.each(table.map((row) => [row.name, row.visibility, row] as const))(
    "%s of something %s responds to each caller as written down",
    async (name, visibility, { expected }) => {
      const operation = operations[name];
      if (!operation) throw new Error(`there is no operation ${name}`);
      expect(await statuses(operation, name, visibility)).toEqual(expected);
    },
  );
});
