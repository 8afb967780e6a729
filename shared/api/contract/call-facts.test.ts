import { expect, it } from "vitest";
import { operations } from "../index.ts";
import { getFile } from "../resources/files.ts";
import { listProjects } from "../resources/projects.ts";
import { callFacts, ownFacts } from "./call-facts.ts";
import { encodeCall } from "./encode.ts";
import { encodeValues } from "./encode-values.ts";
import type { CallFacts } from "./operation.ts";

it("has of every operation what a caller has to know, and nothing that is no data", () => {
  for (const [name, operation] of Object.entries(operations)) {
    const own = ownFacts(operation);
    expect(JSON.parse(JSON.stringify(own)), name).toEqual(own);
    const { response, ...facts }: CallFacts = callFacts(own);
    expect(operation, name).toMatchObject(facts);
    expect(response, name).toEqual({ kind: operation.response.kind });
    expect(facts.queryNames, name).toEqual(Object.keys(operation.query));
    expect(facts.bodyNames, name).toEqual(Object.keys(operation.body));
  }
});

it("is enough to send what the whole declaration sends", () => {
  const projects = { search: "a b", custom_attributes: { k: "v" }, per_page: 5 };
  expect(encodeValues(callFacts(ownFacts(listProjects)), projects)).toEqual(
    encodeCall(listProjects, projects),
  );
  const file = { id: "g/p", file_path: "src/a.b", ref: "main" };
  expect(encodeValues(callFacts(ownFacts(getFile)), file)).toEqual(encodeCall(getFile, file));
});
