import { describe, expect, it } from "vitest";
import { z } from "zod";
import { getTimeStats } from "../resources/merge-requests.ts";
import { createHook } from "../resources/system-hooks.ts";
import { parseInput } from "./encode.ts";
import { InvalidInput } from "./encode-values.ts";
import { describeIssue, inputSentence } from "./input-sentence.ts";

const sentence = (schema: z.ZodType, value: unknown): string => {
  const issue = schema.safeParse(value).error?.issues[0];
  if (!issue) throw new Error("The value fits");
  return inputSentence(issue.path.join("."), describeIssue(issue));
};

describe("sentences about a refused input", () => {
  it("name the field and what it has to be", () => {
    expect(sentence(z.object({ url: z.url() }), { url: "no url" })).toBe(
      "URL must be a full address such as https://code.example.",
    );
    expect(sentence(z.object({ merge_request_iid: z.int() }), { merge_request_iid: Number.NaN })).toBe(
      "Merge request number must be a number.",
    );
    expect(sentence(z.object({ id: z.union([z.int(), z.string()]) }), { id: true })).toBe(
      "ID must be a number or text.",
    );
    expect(sentence(z.object({ sort: z.enum(["asc", "desc"]) }), { sort: "up" })).toBe(
      "Sort must be asc or desc.",
    );
    expect(sentence(z.object({ title: z.string().min(1) }), { title: "" })).toBe("Title cannot be empty.");
    expect(sentence(z.object({ name: z.string().max(3) }), { name: "long" })).toBe(
      "Name must have at most 3 characters.",
    );
    expect(sentence(z.object({ per_page: z.int().max(100) }), { per_page: 101 })).toBe(
      "Per page must be at most 100.",
    );
    expect(sentence(z.object({ ids: z.array(z.string()).min(2) }), { ids: [] })).toBe(
      "Ids must have at least 2 entries.",
    );
    expect(sentence(z.object({ actions: z.array(z.object({ path: z.string() })) }), { actions: [{}] })).toBe(
      "Actions 1 path must be text.",
    );
    expect(sentence(z.strictObject({}), { other: 1 })).toBe("Is not known.");
    expect(sentence(z.string().regex(/^a$/), "b")).toBe("Does not have the right format.");
    expect(
      sentence(
        z.string().refine(() => false, "Choose another one."),
        "b",
      ),
    ).toBe("Choose another one.");
  });

  it("are the messages of refused operations", () => {
    const message = (call: () => unknown): string => {
      try {
        call();
        return "";
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        return error.message;
      }
    };
    expect(message(() => parseInput(getTimeStats, { id: 1, merge_request_iid: Number("new") }))).toMatch(
      /^Merge request number must be a(?: whole)? number\.$/,
    );
    expect(message(() => parseInput(getTimeStats, { id: 1 }))).toBe("Merge request number is missing.");
    expect(message(() => parseInput(getTimeStats, { id: 1, merge_request_iid: 1, othr: 2 }))).toBe(
      "othr is not known.",
    );
    expect(message(() => parseInput(createHook, { url: "no url" }))).toBe(
      "URL must be a full address such as https://code.example.",
    );
  });
});
