import { expect, it } from "vitest";
import { distinctNames } from "./recent-projects.ts";

it("calls projects of one name by their group as well, and by their path where that is the same too", () => {
  const projects = ["fjord/app", "harbour/app", "north/tools/kit", "south/tools/kit", "fjord/lantern"];
  const names = distinctNames(
    projects.map((path) => ({ account: "1", path, name: path.split("/").at(-1) ?? "", namespace: "" })),
  );
  expect([...names.values()]).toEqual([
    "fjord/app",
    "harbour/app",
    "north/tools/kit",
    "south/tools/kit",
    "lantern",
  ]);
});
