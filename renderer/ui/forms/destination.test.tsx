import { readdirSync, readFileSync } from "node:fs";
import { Trash2 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Button, IconButton } from "../buttons/button.tsx";
import { MenuItem, MenuKind } from "../overlays/menu-item.tsx";
import { Checkbox } from "./checkbox.tsx";
import { AwayContext, Destination, DestinationContext, ReadOnlyContext, Writable } from "./destination.tsx";
import { Form, type FormSubmission, instantly } from "./form.tsx";
import { Switch } from "./switch.tsx";

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
    /<button[^>]*aria-description="git.example cannot be reached"[^>]*aria-disabled="true"[^>]*>Send/,
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

it("says where nothing can be changed, also by what waits for a service, but for what is told to work", () => {
  const archived = (part: ReactNode) =>
    renderToStaticMarkup(<ReadOnlyContext value="It is archived">{part}</ReadOnlyContext>);
  const reason = /aria-description="It is archived"[^>]*aria-disabled="true"/;
  expect(archived(<Destination isQueued />)).toContain("It is archived");
  expect(archived(<Button writes="form">New</Button>)).toMatch(reason);
  expect(archived(<IconButton writes label="Delete" icon={Trash2} />)).toMatch(reason);
  expect(archived(<Button>Copy</Button>)).not.toContain("disabled");
  expect(archived(<Switch writes label="On" checked onChange={() => undefined} />)).toContain(
    'aria-description="It is archived"',
  );
  expect(archived(<Checkbox label="On" checked onChange={() => undefined} />)).not.toContain("disabled");
  const form = (
    <Form submission={{ ...instantly(() => undefined), isLocal: false, isQueued: true }}>
      <Button type="submit">Send</Button>
    </Form>
  );
  expect(archived(form)).toMatch(reason);
  expect(archived(<Writable>{form}</Writable>)).not.toContain("disabled");
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
