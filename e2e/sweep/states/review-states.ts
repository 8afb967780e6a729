import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { callProject } from "../../fixtures/call-project.ts";
import type { SweptView } from "../../fixtures/swept-view.ts";
import { handbook, lantern, local, partsOf, toolbox } from "../sample-addresses.ts";
import { click, goToHref, pressKeys, type Step, shows, steps } from "./steps.ts";

const inLantern = partsOf(lantern);
const review = (search: Record<string, string> = {}) => hrefs.mergeRequest(local, lantern, 27, search);

/** Fills the box of a comment; what is in it is discarded when the view is left. */
const comment =
  (text: string): Step =>
  async (page) => {
    const box = page.getByRole("textbox", { name: "Comment", exact: true });
    await box.fill("");
    await box.pressSequentially(text);
  };
const emptyBox: Step = (page) => page.getByRole("textbox", { name: "Comment", exact: true }).fill("");
const openPart =
  (project: string, title: string, tab: string): Step =>
  async (page) => {
    await goToHref(partsOf(project)("merge_requests", { q: `state:all ${title}` }))(page);
    await page.getByRole("list", { name: "Merge requests" }).getByRole("link", { name: title }).click();
    await page.getByRole("navigation", { name: "Merge request" }).getByRole("link", { name: tab }).click();
  };

/** Merge requests, their changes and comments as their users leave them. */
export const reviewStates: readonly SweptView[] = [
  {
    name: "comment-suggestions",
    href: review(),
    open: steps(comment("@lei"), (page) => page.getByRole("option", { name: /Leila/ }).waitFor()),
    close: emptyBox,
  },
  {
    name: "comment-formatted",
    href: review(),
    open: steps(comment("one"), pressKeys("ControlOrMeta+a"), async (page) => {
      const tools = page.getByRole("toolbar", { name: "Comment: format" });
      await tools.getByRole("button", { name: "Quote" }).focus();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
    }),
    close: emptyBox,
  },
  {
    name: "comment-discarded",
    href: review(),
    open: steps(comment("Every boat has a berth"), click("button", "Discard"), (page) =>
      page.getByRole("button", { name: "Undo" }).hover(),
    ),
  },
  {
    name: "merge-request-new-suggestions",
    href: inLantern("merge_requests"),
    open: async (page) => {
      await page.getByRole("button", { name: "New merge request" }).click();
      const dialog = page.getByRole("dialog", { name: "New merge request" });
      const box = dialog.getByRole("textbox", { name: "Description (Markdown supported)" });
      await box.fill("");
      await box.pressSequentially("@leila");
      await dialog.getByRole("option", { name: /Leila/ }).waitFor();
    },
  },
  {
    name: "merge-request-new-branch",
    href: partsOf(lantern)("merge_requests", { create: "1", source: "fix/wall-width", target: "main" }),
    open: (page) => page.getByRole("dialog").getByRole("textbox", { name: "Title" }).waitFor(),
  },
  {
    name: "reaction-picker",
    href: review(),
    open: async (page) => {
      await page.getByRole("button", { name: "Add reaction" }).first().click();
      // Of thousands of emoji axe would have the same to say, slowly.
      await page.getByRole("combobox", { name: "Add reaction" }).fill("rocket");
      await page.getByRole("option", { name: "rocket", exact: true }).first().waitFor();
    },
  },
  {
    name: "reaction-given",
    href: review(),
    open: async (page) => {
      await page.getByRole("button", { name: "Add reaction" }).first().click();
      await page.getByRole("combobox", { name: "Add reaction" }).fill("rocket");
      await page.getByRole("option", { name: "rocket", exact: true }).first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: /^rocket: 1, you/ }).waitFor();
    },
    close: (page) => page.getByRole("button", { name: /^rocket: 1, you/ }).click(),
  },
  {
    name: "estimate-refused",
    href: review(),
    open: steps(click("button", "Estimate"), async (page) => {
      await page.getByRole("textbox", { name: "Estimate" }).fill("1x");
      await page.getByText("Use a format like 1mo 2w 3d 4h 5m 6s").waitFor();
    }),
  },
  {
    name: "review-approved",
    href: review(),
    open: steps(click("button", "Approve"), shows(/^Approved by/)),
    close: click("button", /^(Revoke|Unapprove|Withdraw)/),
  },
  {
    name: "changes-odd",
    href: hrefs.home,
    open: steps(
      openPart(toolbox, "Move, mark and mend what other tools trip over", "Changes"),
      async (page) => {
        const files = page.getByRole("navigation", { name: "Changed files" });
        await files
          .getByText(/pattern\.png/)
          .first()
          .click();
        const changes = page.getByRole("region", { name: "Changes", exact: true });
        await changes
          .getByRole("img", { name: /Before|After|New image/ })
          .first()
          .waitFor();
      },
    ),
  },
  {
    name: "changes-full-file",
    href: review({ tab: "changes" }),
    open: steps(click("radio", "Unified"), click("button", "Show full file")),
    close: click("radio", "Side by side"),
  },
  {
    name: "review-commit-shown",
    href: review({ tab: "commits" }),
    open: steps(
      (page) =>
        page
          .getByRole("listbox", { name: "Commits of the merge request" })
          .getByRole("option")
          .first()
          .waitFor(),
      pressKeys("x"),
      (page) => page.getByRole("region", { name: /^Changes of / }).waitFor(),
    ),
  },
  {
    name: "group-of-subgroup-merge-requests",
    href: hrefs.mergeRequests(local, "fjord/platform"),
  },
  {
    name: "issue-missing",
    href: hrefs.issue(local, lantern, 99),
    open: shows("Issue #99 was not found"),
  },
  {
    name: "toast-merged",
    href: hrefs.issue(local, lantern, 1),
    open: async (page) => {
      const box = page.getByRole("textbox", { name: "Comment", exact: true });
      for (const text of ["First words", "Second words"]) {
        await box.fill(text);
        await page.getByRole("button", { name: "Discard" }).click();
      }
      await page.getByText("Discarded comment · 2 times").waitFor();
    },
  },
  {
    name: "sidebar-of-another-project",
    href: hrefs.project(local, handbook, "merge_requests"),
    open: click("button", "New merge request"),
  },
  {
    name: "images-overlaid",
    href: hrefs.home,
    open: async (page) => {
      const path = "swept/flag.png";
      const dot = (fill: string) =>
        page.evaluate((colour) => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 80, height: 60 });
          const drawing = canvas.getContext("2d");
          if (drawing) drawing.fillStyle = colour;
          drawing?.fillRect(0, 0, 80, 60);
          return canvas.toDataURL("image/png").split(",")[1] ?? "";
        }, fill);
      const commit = async (action: string, colour: string, branch: object) =>
        callProject(page, handbook, "POST", "/repository/commits", {
          ...branch,
          commit_message: "Hoist a flag",
          actions: [{ action, file_path: path, encoding: "base64", content: await dot(colour) }],
        });
      await commit("create", "teal", { branch: "main" });
      await commit("update", "orange", { branch: "swept-flag", start_branch: "main" });
      const { iid } = await callProject<{ iid: number }>(page, handbook, "POST", "/merge_requests", {
        ...{ source_branch: "swept-flag", target_branch: "main", title: "Another flag" },
      });
      await goToHref(hrefs.mergeRequest(local, handbook, iid, { tab: "changes" }))(page);
      await page
        .getByRole("region", { name: "Changes", exact: true })
        .getByRole("radio", { name: "Onion skin" })
        .click();
    },
  },
  {
    name: "description-changed-meanwhile",
    href: review(),
    open: async (page) => {
      await page.getByRole("button", { name: "Edit title and description" }).click();
      await page.getByRole("textbox", { name: "Description", exact: true }).fill("Mine");
      await callProject(page, lantern, "PUT", "/merge_requests/27", { description: "Theirs" });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Someone else changed it meanwhile").waitFor();
    },
    close: click("button", "Discard"),
  },
  {
    name: "thread-with-code",
    href: review(),
    open: async (page) => {
      const overview = page.getByRole("region", { name: "Overview" });
      await overview
        .getByRole("button", { name: /Resolved/ })
        .last()
        .click();
      await overview
        .getByRole("group", { name: /^Code of / })
        .last()
        .waitFor();
    },
  },
];
