import { expect, it } from "vitest";
import { freeName, typeOfFile } from "./link-types.ts";

it("a name that another link has gets a number before its ending", () => {
  expect(freeName("drill.zip", [])).toBe("drill.zip");
  expect(freeName("drill.zip", ["drill.zip"])).toBe("drill (2).zip");
  expect(freeName("drill.tar.gz", ["drill.tar.gz", "drill (2).tar.gz"])).toBe("drill (3).tar.gz");
  expect(freeName("README", ["README"])).toBe("README (2)");
});

it("packages are known by their ending", () => {
  expect(["app.AppImage", "a.tar.gz", "b.deb"].map(typeOfFile)).toEqual(["package", "package", "package"]);
  expect(typeOfFile("notes.pdf")).toBe("other");
});
