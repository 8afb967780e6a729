import { describe, expect, it } from "vitest";
import { pipelinesForTests } from "./testing/pipelines-for-tests.ts";

describe("a pipeline with inputs", () => {
  const ci = pipelinesForTests();
  const { commit, create, jobsOf } = ci;
  const file = `spec:
  inputs:
    target: { options: [staging, production], default: staging }
    copies: { type: number, default: 1 }
    dry: { type: boolean, default: true }
    hosts: { type: array, default: [a] }
    version: { regex: '^v\\d', default: v1 }
---
deploy to $[[ inputs.target ]] $[[ inputs.copies ]] $[[ inputs.version ]]:
  script: $[[ inputs.hosts ]]
  rules: [{ if: "$DRY == '$[[ inputs.dry ]]'", when: manual, allow_failure: true }]
`;
  const named = async (inputs: object | undefined, dry: string) => {
    const { status, body } = await create({ inputs, variables: [{ key: "DRY", value: dry }] });
    return status === 201
      ? (await jobsOf((body as { id: number }).id)).map(({ name }) => name)
      : [status, body];
  };

  it("has their values in its jobs, and their defaults without", async () => {
    await commit(file);
    expect(await named(undefined, "true")).toEqual(["deploy to staging 1 v1"]);
    const given = { target: "production", copies: 2, dry: false, hosts: ["b", "c"], version: "v2.0" };
    expect(await named(given, "false")).toEqual(["deploy to production 2 v2.0"]);
    // As forms send them.
    const texts = { target: "production", copies: "3", dry: "false", hosts: '["b"]' };
    expect(await named(texts, "false")).toEqual(["deploy to production 3 v1"]);
  });

  it.each([
    [{ target: "moon" }, "target: has to be one of staging, production."],
    [{ copies: "many" }, "copies: has to be a number."],
    [{ dry: "perhaps" }, "dry: has to be true or false."],
    [{ hosts: "b" }, "hosts: has to be a list."],
    [{ version: "1" }, "version: does not match ^v\\d."],
    [{ colour: "red" }, "colour: there is no such input."],
  ])("refuses %j with the name of the input", async (inputs, reason) => {
    await commit(file);
    expect(await named(inputs, "true")).toEqual([
      400,
      { message: { base: [`.gitlab-ci.yml: spec: inputs: ${reason}`] } },
    ]);
  });

  it("refuses inputs for a file without any, and lists that are nested without end", async () => {
    await commit("a: { script: x, when: manual }");
    expect(await named({ a: "b" }, "")).toEqual([
      400,
      { message: { base: [".gitlab-ci.yml: it has no spec: inputs, but is given a."] } },
    ]);
    let deep: unknown[] = [];
    for (let level = 0; level < 1_000; level++) deep = [deep];
    expect((await create({ inputs: { a: deep } })).status).toBe(400);
  });
});
