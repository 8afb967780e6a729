import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { dialogs } from "./dialogs/index.ts";

const renderer = fileURLToPath(new URL("../../renderer", import.meta.url));
/** Import of a component that draws a dialog. */
const importsDialog =
  /from "(?:\.\.?\/)+(?:(?:ui\/)?overlays\/)?(?:form-)?dialog\.tsx"|import \{[^}]*Dialog\b[^}]*\} from "radix-ui"/;
/** The components themselves. */
const drawing = [
  "ui/overlays/dialog.tsx",
  "ui/overlays/dialog-panel.tsx",
  "ui/overlays/form-dialog.tsx",
  "ui/overlays/drawer.tsx",
];
/** Those that nothing of the page opens: a tool does, in `tools.spec.ts`. */
const ofTools = ["app/shell/tool-write-dialog.tsx"];

it("opens every dialog of the app in the spec", () => {
  const drawn = globSync("**/*.tsx", { cwd: renderer })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => importsDialog.test(readFileSync(`${renderer}/${path}`, "utf8")));
  const opened = new Set(dialogs.flatMap(({ sources }) => sources));
  expect(drawn.filter((path) => ![...drawing, ...ofTools].includes(path)).toSorted()).toEqual(
    [...opened].toSorted(),
  );
});

it("opens each dialog of a file that has several", () => {
  const missing = dialogs
    .flatMap(({ sources }) => sources)
    .filter((path) => {
      const drawn = readFileSync(`${renderer}/${path}`, "utf8").match(/<(?:Form|Alert)Dialog\b/g) ?? [];
      return dialogs.filter(({ sources }) => sources.includes(path)).length < drawn.length;
    });
  expect(missing).toEqual([]);
});
