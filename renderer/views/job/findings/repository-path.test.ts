import { expect, it } from "vitest";
import { repositoryPath } from "./repository-path.ts";

it("keeps relative paths", () => {
  expect(repositoryPath("src/app.ts", "g/p")).toBe("src/app.ts");
  expect(repositoryPath("./src//app.ts", "g/p")).toBe("src/app.ts");
  expect(repositoryPath("src\\app.ts", "g/p")).toBe("src/app.ts");
});

it("takes the build folder away", () => {
  expect(repositoryPath("/builds/g/p/src/app.ts", "g/p")).toBe("src/app.ts");
  expect(repositoryPath("/home/runner/builds/Ab-1_x/0/g/s/p/a.go", "g/s/p")).toBe("a.go");
  expect(repositoryPath("C:\\GitLab-Runner\\builds\\g\\p\\a.cs", "g/p")).toBe("a.cs");
  expect(repositoryPath("/builds/old/name/src/app.ts", "g/p")).toBe("src/app.ts");
  expect(repositoryPath("file:///builds/g/p/a.mjs", "g/p")).toBe("a.mjs");
});

it("knows what lies outside", () => {
  expect(repositoryPath("/usr/lib/node/x.js", "g/p")).toBeNull();
  expect(repositoryPath("../../etc/passwd", "g/p")).toBeNull();
  expect(repositoryPath("/builds/g/p/", "g/p")).toBeNull();
});
