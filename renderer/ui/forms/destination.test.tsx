import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Destination, DestinationContext } from "./destination.tsx";

const root = new URL("../..", import.meta.url);
/** Forms that open something and write nothing. */
const reads = new Set([
  "views/admin/keys/key-lookup.tsx",
  "views/admin/snippets/snippets-tab.tsx",
  "views/notes/index.tsx",
]);

it("names the account where there are several, and nothing where there is one", () => {
  const shown = renderToStaticMarkup(
    <DestinationContext value="Elsewhere">
      <Destination />
    </DestinationContext>,
  );
  expect(shown).toContain("to <strong>Elsewhere</strong>");
  expect(renderToStaticMarkup(<Destination />)).toBe("");
});

it("is in every form that writes", () => {
  const silent = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx") && !reads.has(path))
    .filter((path) => {
      const components = readFileSync(new URL(path, root), "utf8").split(/^(?:export )?function /m);
      // The buttons of a dialog are in its own row, which has it.
      return components.some(
        (text) =>
          text.includes('type="submit"') && !text.includes("<Destination />") && !text.includes("<Dialog"),
      );
    });
  expect(silent).toEqual([]);
});
