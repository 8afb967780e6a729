import { describe, expect, it } from "vitest";
import { operations } from "../index.ts";
import { createProjectSnippet } from "../resources/project-snippets.ts";
import { listReleases } from "../resources/releases.ts";
import { listTree } from "../resources/repository.ts";
import { listRunners } from "../resources/runners.ts";
import { getTag, listTags } from "../resources/tags.ts";
import { describeOperation } from "./reference.ts";

const parameter = (operation: Parameters<typeof describeOperation>[1], name: string) =>
  describeOperation("x", operation).parameters.find((one) => one.name === name);
const field = (operation: Parameters<typeof describeOperation>[1], name: string) =>
  describeOperation("x", operation).fields.find((one) => one.name === name);

describe("the API reference", () => {
  it("returns location, type, values and fallback of a parameter", () => {
    expect(parameter(listTags, "order_by")).toEqual({
      name: "order_by",
      location: "query",
      type: "text",
      values: ["name", "updated"],
      required: false,
      fallback: "updated",
      description: "",
      deprecated: false,
      alias: null,
    });
    expect(parameter(listTags, "id")).toMatchObject({
      location: "path",
      type: "integer or text",
      required: true,
      description: "integer id or full path",
    });
    expect(parameter(listTree, "path")).toMatchObject({ description: "folder", fallback: "the root" });
    expect(parameter(listTree, "per_page")).toMatchObject({ type: "integer", location: "query" });
  });

  it("marks what is deprecated and what newer services call differently", () => {
    expect(parameter(listRunners, "scope")).toMatchObject({ deprecated: true });
    expect(parameter(createProjectSnippet, "code")).toMatchObject({ alias: "content", location: "body" });
  });

  it("returns the fields of a response, down to records in lists", () => {
    expect(describeOperation("listReleases", listReleases).list).toBe(true);
    expect(field(listReleases, "assets.links[].url")).toMatchObject({ type: "text", nullable: false });
    expect(field(getTag, "message")).toMatchObject({ nullable: true, optional: true });
    expect(field(listTree, "type")).toMatchObject({ values: ["tree", "blob", "commit"] });
  });

  it("finds a word for every type of the contract", () => {
    for (const [name, operation] of Object.entries(operations)) {
      const { parameters, fields } = describeOperation(name, operation);
      const unknown = [...parameters, ...fields].filter(({ type }) => type.includes("anything"));
      // Attachments, front matter, failures of tests and what services say of a checked job have no fixed shape.
      expect(
        unknown
          .map((one) => one.name)
          .filter((one) => !/(attachment|system_output|jobs\[\]\.allow_failure)$/.test(one)),
      ).toEqual([]);
    }
  });
});
