import { screen, waitFor, within } from "@testing-library/dom";
import { expect, it } from "vitest";
import { expectAccessible } from "../../testing/page/expect-accessible.ts";
import { recordRequests } from "../../testing/page/intercept-requests.ts";
import { appForTests } from "../../testing/page/opened-app.ts";
import { projectPath } from "../../testing/page/project-path.ts";

const app = appForTests();
const project = "fjord/lantern";

/** Views of a project with what changes it, and a name that is there once each is loaded. */
const views = [
  "",
  "issues",
  "issues/1",
  "merge_requests",
  "merge_requests/1",
  "labels",
  "milestones",
  "members",
  "boards",
  "pipelines",
  "environments",
  "releases",
  "tags",
  "branches",
  "wiki",
  "settings",
  "settings?tab=repository",
  "settings?tab=access",
  "settings?tab=webhooks",
  "settings?tab=ci",
];

/** Names of controls that work in an archived project: see `admit-write.ts`. */
const works =
  /^(Export…|Star|Unstar|Starred|Fork|Unarchive|Delete project…|Change path…|Transfer…|Remove…|Leave project…|Revoke…)/;
const controls = "button, [role=switch], [role=checkbox], [role=combobox]";
const popups = "[role=dialog], [role=alertdialog], [role=menu]";
const isBlocked = (control: Element) =>
  control.getAttribute("aria-disabled") === "true" || (control as HTMLButtonElement).disabled;
const nameOf = (control: Element) => control.getAttribute("aria-label") ?? control.textContent ?? "";

/** Returns the usable controls of the view, but for those that work all the same: the first of each kind, as rows repeat them. */
function usable(): readonly Element[] {
  const all = [...screen.getByRole("main", { hidden: true }).querySelectorAll(controls)].filter(
    (control) => !isBlocked(control) && !works.test(nameOf(control)),
  );
  const kindOf = (control: Element) =>
    `${control.getAttribute("role")} ${nameOf(control).split(/\W+/, 2).join(" ")}`;
  return [...new Map(all.toReversed().map((control) => [kindOf(control), control])).values()].toReversed();
}

it("no control of an archived project writes: each that would says why it does not", async () => {
  const { user } = app;
  await app.open(projectPath(project));
  await app.callProject(project, "POST", "/archive");
  try {
    await app.reload();
    const unblocked: string[] = [];
    /** Notes a dialog whose button can be used. */
    const check = (view: string, name: string) => {
      const submit = document.querySelector("[role=dialog] [type=submit]");
      if (submit && !isBlocked(submit)) unblocked.push(`${view}: ${name}`);
    };
    const close = async () => {
      for (let tries = 0; tries < 3 && document.querySelector(popups); tries++)
        await user.keyboard("{Escape}");
    };
    const sent = recordRequests(/^(POST|PUT|PATCH|DELETE) .*\/operations\/projects\//);
    for (const view of views) {
      const address = projectPath(project, view);
      await app.open(address);
      expect(await screen.findByText(/^This project is archived: it can be read/)).toBeVisible();
      await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
      const seen = sent.length;
      const count = usable().length;
      for (let at = 0; at < count; at++) {
        const control = usable()[at];
        if (!control) break;
        await user.click(control);
        check(view, nameOf(control));
        const items = document.querySelectorAll("[role=menuitem]").length;
        for (let index = 0; index < items; index++) {
          const again = document.querySelector("[role=menu]") ? null : usable()[at];
          if (again) await user.click(again);
          const item = document.querySelectorAll("[role=menuitem]")[index];
          if (!item || isBlocked(item) || works.test(nameOf(item))) continue;
          await user.click(item);
          check(view, nameOf(item));
          await close();
          if (app.address !== address) await app.open(address);
        }
        await close();
        if (app.address !== address) await app.open(address);
      }
      unblocked.push(...sent.slice(seen).map(({ pathname }) => `${view}: ${pathname}`));
    }
    expect(unblocked).toEqual([]);

    await app.open(projectPath(project, "issues/1"));
    const toggle = await screen.findByRole("button", { name: /^(Close|Reopen)$/ });
    expect(toggle).toHaveAttribute("aria-disabled", "true");
    expect(toggle).toHaveAccessibleDescription("This project is archived");
    toggle.focus();
    expect(await screen.findByRole("tooltip")).toHaveTextContent("This project is archived");
    await expectAccessible();
    await app.open(projectPath(project, "settings"));
    expect(await screen.findByRole("switch", { name: "Wiki" })).toHaveAttribute("aria-disabled", "true");
    expect(within(screen.getByRole("main")).getByRole("textbox", { name: "Name" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Unarchive" })).not.toHaveAttribute("aria-disabled");
  } finally {
    await app.callProject(project, "POST", "/unarchive");
  }
}, 240_000);
