import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { interceptRequests, refused } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";
import { proposeChanges } from "../../testing/page/propose-changes.ts";

const app = appForTests();
const handbook = "fjord/handbook";

/** Opens the changes of a merge request whose only changed line uses a function of another file. */
async function openUse(name: string): Promise<void> {
  const folder = `names-${name}`;
  const use = (word: string) => `import { ${name} } from "./lamp.ts";\n${name}("${word}");\n`;
  const lamp = `/** Lights it. */\nexport function ${name}(how: string) {\n  return how;\n}\n`;
  const made = await proposeChanges(
    app,
    handbook,
    { [`${folder}/lamp.ts`]: lamp, [`${folder}/use.ts`]: use("dim") },
    { [`${folder}/use.ts`]: use("bright") },
  );
  await app.open(`${projectPath(handbook, `merge_requests/${made.iid}`)}?tab=changes`);
  await within(await screen.findByRole("region", { name: "Changes" })).findByText(/bright/);
}

async function expectFound(name: string): Promise<void> {
  await app.user.keyboard("n");
  // The command is there once the changes are.
  await waitFor(async () => {
    await app.user.keyboard("d");
    expect(screen.getByRole("dialog", { name: `Definitions and uses of ${name}` })).toBeVisible();
  });
  const dialog = within(screen.getByRole("dialog", { name: `Definitions and uses of ${name}` }));
  const definitions = within(await dialog.findByRole("list", { name: "Definitions" }));
  const definition = await definitions.findByRole("link");
  expect(definition).toHaveTextContent(`names-${name}/lamp.ts:2`);
  expect(definition).toHaveTextContent(`export function ${name}(how: string) {`);
  const uses = within(dialog.getByRole("list", { name: "Uses" }));
  await waitFor(() => expect(uses.getAllByRole("link")).toHaveLength(2));
  // All files were read.
  await waitFor(() => expect(dialog.queryByRole("progressbar")).toBeNull());
  expect(definitions.getAllByRole("link")).toHaveLength(1);
}

it("a name of the current line leads to its definition and uses", async () => {
  const name = `kindle${Math.random().toString(36).slice(2, 8)}`;
  await openUse(name);
  await expectFound(name);
  await expectAccessible();
  const definition = within(screen.getByRole("list", { name: "Definitions" })).getByRole("link");
  await app.user.click(definition);
  await waitFor(() => expect(app.address).toMatch(/\/files\?.*lamp\.ts#L2$/));
});

it("names are found in files that are read here where the service has no search", async () => {
  interceptRequests(/\/search(\?|$)/, async () => refused(404, "not_found", "404 Not Found"));
  const name = `quench${Math.random().toString(36).slice(2, 8)}`;
  await openUse(name);
  await expectFound(name);
});
