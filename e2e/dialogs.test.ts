import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { dialogs, dialogsElsewhere } from "./fixtures/dialogs.ts";

const renderer = fileURLToPath(new URL("../renderer", import.meta.url));

it("opens every dialog of the app in a spec", () => {
  const drawn = globSync("{app,features,views}/**/*.tsx", { cwd: renderer }).filter((path) =>
    /<(Form)?Dialog\b/.test(readFileSync(`${renderer}/${path}`, "utf8")),
  );
  const opened = [...dialogs.map(({ source }) => source), ...Object.keys(dialogsElsewhere)];
  expect(new Set(opened)).toEqual(new Set(drawn.map((path) => path.replaceAll("\\", "/"))));
  const specs = Object.values(dialogsElsewhere).map((name) => fileURLToPath(new URL(name, import.meta.url)));
  expect(specs.filter((path) => !existsSync(path))).toEqual([]);
});
