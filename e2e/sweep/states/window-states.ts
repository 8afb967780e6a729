import { hrefs } from "../../../renderer/features/addresses/hrefs.ts";
import { pushAddress } from "../../fixtures/go-to.ts";
import type { SweptView } from "../../fixtures/swept-view.ts";

const handbook = (part: "branches" | "tags") => hrefs.project("local", "fjord/handbook", part);

/** States of lists, reviews and the window that a person makes first. */
export const windowStates: readonly SweptView[] = [
  {
    name: "loading",
    href: hrefs.home,
    async open(page) {
      await page.route(/repository\/tags/, () => undefined);
      await pushAddress(page, handbook("tags"));
    },
  },
  {
    name: "offline",
    href: hrefs.home,
    async open(page) {
      const json = { code: "offline", message: "Can't reach 127.0.0.1:22101", retry: true };
      await page.route(/repository\/branches/, (route) => route.fulfill({ status: 503, json }));
      await pushAddress(page, handbook("branches"));
      await page.getByRole("alert").first().waitFor();
    },
  },
  {
    name: "suggestion",
    href: hrefs.mergeRequest("local", "fjord/lantern", 27, { tab: "changes" }),
    async open(page) {
      await page
        .getByRole("button", { name: /^Comment on line/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Suggest a change" }).click();
      await page.getByRole("radio", { name: "Preview" }).click();
    },
    close: (page) => page.getByRole("button", { name: "Discard" }).click(),
  },
  {
    name: "delete-failed",
    href: hrefs.project("local", "fjord/lantern", "releases"),
    async open(page) {
      const json = { code: "unavailable", message: "Can't reach 127.0.0.1:22101", retry: true };
      await page.route(/\/releases\//, (route) =>
        route.request().method() === "DELETE" ? route.fulfill({ status: 503, json }) : route.continue(),
      );
      await page
        .getByRole("button", { name: /^Delete the release/ })
        .first()
        .click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: "Delete" }).click();
      await question.getByRole("alert").waitFor();
    },
  },
  {
    name: "drawer",
    href: handbook("branches"),
    async open(page) {
      await page.setViewportSize({ width: 900, height: 700 });
      await page.getByRole("button", { name: "Show sidebar" }).click();
      await page.getByRole("dialog", { name: "Sidebar" }).waitFor();
    },
  },
];
