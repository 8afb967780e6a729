import { readdirSync, readFileSync } from "node:fs";
import { Trash2 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Button, IconButton } from "../buttons/button.tsx";
import { MenuItem, MenuKind } from "../overlays/menu-item.tsx";
import { AwayContext, Destination, DestinationContext } from "./destination.tsx";
import { Form, type FormSubmission, instantly } from "./form.tsx";

const root = new URL("../..", import.meta.url);
/** Forms that open something and write nothing. */
const reads = new Set([
  "views/admin/keys/key-lookup.tsx",
  "views/admin/snippets/snippets-tab.tsx",
  "views/publishes/new-publish-form.tsx",
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

it("says what follows where the service is away", () => {
  const away = (part: ReactNode) =>
    renderToStaticMarkup(<AwayContext value="git.example">{part}</AwayContext>);
  expect(away(<Destination />)).toContain("git.example cannot be reached");
  expect(away(<Destination isQueued />)).toContain("Will be sent when git.example is back");
  const form = (fields: Partial<FormSubmission>) =>
    away(
      <Form submission={{ ...instantly(() => undefined), isLocal: false, ...fields }}>
        <Button type="submit">Send</Button>
        <Button>Cancel</Button>
      </Form>,
    );
  expect(form({})).toMatch(
    /<button[^>]*aria-disabled="true"[^>]*title="git.example cannot be reached"[^>]*>Send/,
  );
  expect(form({}).match(/aria-disabled/g)).toHaveLength(1);
  const blocked = /aria-disabled="true"/;
  expect(away(<Button writes>Merge</Button>)).toMatch(blocked);
  expect(away(<IconButton writes label="Delete" icon={Trash2} />)).toMatch(blocked);
  expect(away(<IconButton label="Copy" icon={Trash2} />)).not.toMatch(blocked);
  const item = (writes: boolean) =>
    away(
      // A menu's items are in the list of an open one.
      <DropdownMenu.Root open>
        <DropdownMenu.Content forceMount>
          <MenuKind value={DropdownMenu}>
            <MenuItem writes={writes} onSelect={() => undefined}>
              Close
            </MenuItem>
          </MenuKind>
        </DropdownMenu.Content>
      </DropdownMenu.Root>,
    );
  expect(item(true)).toMatch(blocked);
  expect(item(true)).toContain("git.example cannot be reached");
  expect(item(false)).not.toMatch(blocked);
  for (const fields of [{ isQueued: true }, { isLocal: true }])
    expect(form(fields)).not.toContain("aria-disabled");
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
          text.includes('type="submit"') && !text.includes("<Destination") && !text.includes("<Dialog"),
      );
    });
  expect(silent).toEqual([]);
});
