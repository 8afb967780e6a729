import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import type { SweptView } from "../../fixtures/swept-view.ts";
import { handbook, lantern, local, partsOf, toolbox } from "../sample-addresses.ts";
import { choose, click, fillField, goToHref, shows, steps } from "./steps.ts";

const inLantern = partsOf(lantern);
const inToolbox = partsOf(toolbox);
const inHandbook = partsOf(handbook);
const inHarbor = partsOf("fjord/platform/harbor");

/** Branches, tags, releases, commits, comparisons and searches as their users leave them. */
export const repositoryStates: readonly SweptView[] = [
  {
    name: "branches-found",
    href: inLantern("branches", { search: "海図" }),
  },
  {
    name: "branch-named",
    href: inHandbook("branches"),
    open: steps(click("button", "New branch"), fillField("Name", "files/of-a-sweep")),
  },
  {
    name: "tag-refused",
    href: inLantern("tags"),
    open: steps(
      click("button", "New tag"),
      (page) => page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("a..b"),
      shows('Names cannot contain "..".'),
      fillField("Annotation", "For the sweep"),
    ),
  },
  {
    name: "tag-notes-preview",
    href: inLantern("tags"),
    open: steps(
      click("button", /^(Create release|Release notes) of/),
      fillField("Release notes", "**Better** in every way"),
      (page) => page.getByRole("dialog").getByRole("radio", { name: "Preview" }).click(),
    ),
  },
  {
    name: "release-preview",
    href: inHandbook("releases"),
    open: steps(
      click("button", "New release"),
      fillField("Release notes", "Much **lighter**"),
      (page) => page.getByRole("dialog").getByText("Preview", { exact: true }).click(),
      shows("lighter"),
    ),
  },
  {
    name: "commits-filtered",
    href: inLantern("commits", { path: "src/features/crew.ts" }),
  },
  {
    name: "commit-line-comment",
    href: hrefs.commit(local, lantern, "main"),
    open: async (page) => {
      const button = page.getByRole("button", { name: /^Comment on (old )?line \d+$/ }).first();
      await button.hover();
      await button.click();
      await page.getByRole("textbox", { name: /^Comment on (old )?line/ }).fill("Noticed on the way");
    },
    close: click("button", "Discard"),
  },
  {
    name: "revert",
    href: hrefs.commit(local, handbook, "main"),
    open: steps(click("button", "Revert"), (page) =>
      page.getByRole("dialog").getByRole("region", { name: "What would happen" }).waitFor(),
    ),
  },
  {
    name: "cherry-pick-unknown-branch",
    href: hrefs.commit(local, lantern, "main"),
    open: steps(click("button", /^Cherry-pick/), (page) =>
      page.getByRole("dialog").getByLabel("Branch").fill("no-such-branch"),
    ),
  },
  {
    name: "cherry-pick-conflict",
    href: inLantern("commits"),
    open: steps(
      click("link", "Make the wall 1366 wide"),
      click("button", /^Cherry-pick/),
      (page) => page.getByRole("dialog").getByLabel("Branch").fill("fix/wall-width"),
      shows("Conflicts: the branch changed the same lines"),
    ),
  },
  {
    name: "compare-nothing",
    href: inHarbor("compare", { from: "main", to: "main" }),
    open: shows("Nothing to compare"),
  },
  {
    name: "contributors-point",
    href: inLantern("contributors"),
    open: (page) => page.getByRole("slider").first().press("ArrowRight"),
  },
  {
    name: "search-results",
    href: inLantern("search", { q: "export function compare" }),
    open: (page) => page.getByRole("listbox", { name: "Results" }).getByRole("option").first().waitFor(),
  },
  {
    name: "search-incomplete",
    href: hrefs.home,
    open: steps(
      (page) =>
        page
          .route(/\/repository\/archive/, (route) => route.fulfill({ status: 406, body: "{}" }))
          .then(() => undefined),
      goToHref(inToolbox("search", { q: "nothing-holds-this", here: "1" })),
      shows(/beyond the budget/),
    ),
  },
  {
    name: "export",
    href: hrefs.mergeRequest(local, lantern, 27, {}),
    open: choose("More actions", "Export…"),
  },
];
