import { describe, expect, it } from "vitest";
import { listBranches } from "../resources/branches.ts";
import { encodeCall, InvalidInput } from "./encode.ts";
import { createMatcher } from "./match.ts";

describe("encodeCall", () => {
  it("escapes reserved characters and dots in one path segment", () => {
    const call = encodeCall(listBranches, { id: "group/sub.group/ä #%", search: "^a+b" });
    expect(call.path).toBe(
      "/projects/group%2Fsub%2Egroup%2F%C3%A4%20%23%25/repository/branches?search=%5Ea%2Bb",
    );
  });

  it("refuses an unknown name before anything is sent", () => {
    expect(() => encodeCall(listBranches, { id: 1, serach: "x" })).toThrow(InvalidInput);
  });

  it("is unchanged after the matcher", () => {
    const match = createMatcher([listBranches]);
    const call = encodeCall(listBranches, { id: "a/b.json" });
    expect(match("GET", call.path)?.params).toEqual({ id: "a/b.json" });
    expect(match("GET", "/projects/a/b/repository/branches")).toBeUndefined();
  });
});
