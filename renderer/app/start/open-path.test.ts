import { expect, test } from "vitest";
import { pathOfFileUrl } from "./open-path.ts";

test("a file URL becomes the path that its system writes", () => {
  expect(pathOfFileUrl("file:///home/me/a%20b/c%23d")).toBe("/home/me/a b/c#d");
  expect(pathOfFileUrl("file:///C:/Users/me/src")).toBe("C:\\Users\\me\\src");
  expect(pathOfFileUrl("file://server/share/src")).toBe("\\\\server\\share\\src");
});
