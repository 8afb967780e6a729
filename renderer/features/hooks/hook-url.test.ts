import { expect, it } from "vitest";
import { checkHookUrl, generateHookToken } from "./hook-url.ts";

it.each([
  ["ftp://example.com", "starts with https://"],
  ["example.com/hook", "starts with https://"],
  ["https://", "starts with https://"],
  ["https://user:pass@example.com/", "secret token"],
  ["http://169.254.169.254/latest", "Link-local"],
  ["http://0xa9fea9fe/", "Link-local"],
  ["http://[fe80::1]/", "Link-local"],
])("refuses %s", (url, reason) => expect(checkHookUrl(url).error).toContain(reason));

it("accepts web addresses and warns where they are not encrypted", () => {
  expect(checkHookUrl(" https://example.com/hook?a=1 ")).toEqual({});
  expect(checkHookUrl("http://localhost:8080").error).toBeUndefined();
  expect(checkHookUrl("http://localhost:8080").hint).toContain("Not encrypted");
  expect(checkHookUrl("").error).toBeUndefined();
});

it("generates another token each time", () => {
  expect(generateHookToken()).toMatch(/^[0-9a-f]{64}$/);
  expect(generateHookToken()).not.toBe(generateHookToken());
});
