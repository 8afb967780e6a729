import { expect, test } from "vitest";
import { z } from "zod";
import { operations } from "../index.ts";
import { record, secret } from "./fields.ts";
import { secretsOf } from "./secrets.ts";

test("secret fields are found at any depth, with whether they can be left out", () => {
  const optional = z.array(record({ inner: record({ token: secret().nullish() }).nullable().default(null) }));
  expect(secretsOf(optional)).toEqual({ names: ["token"], removable: true });
  expect(secretsOf(z.union([optional, record({ key: secret() })]))).toEqual({
    names: ["token", "key"],
    removable: false,
  });
  expect(secretsOf(record({ token: z.string() }))).toEqual({ names: [], removable: true });
});

test("every credential of the contract is known, and what consists of them is never cached", () => {
  const carrying = Object.values(operations).filter(({ secrets }) => secrets.length > 0);
  expect(new Set(carrying.flatMap(({ secrets }) => secrets))).toEqual(
    new Set(["runners_token", "token", "key", "value"]),
  );
  const { getProject, getRunner, listSshKeys, updateProject } = operations as Record<
    string,
    (typeof carrying)[number] | undefined
  >;
  expect(getProject).toMatchObject({ secrets: ["runners_token"], cacheable: true });
  expect(getRunner).toMatchObject({ secrets: ["token"], cacheable: true });
  if (updateProject) expect(updateProject.cacheable).toBe(false);
  for (const operation of carrying.filter(({ secrets }) => secrets.includes("key"))) {
    expect(operation.cacheable, operation.path).toBe(false);
  }
  expect(listSshKeys?.cacheable ?? false).toBe(false);
});
