import type { Page } from "@playwright/test";
import { pushAddress } from "../../fixtures/go-to.ts";

/** One thing that is done to a page, as its user would. */
export type Step = (page: Page) => Promise<void>;
type Role = "button" | "link" | "tab" | "treeitem" | "option" | "row" | "radio";

export const click =
  (role: Role, name: string | RegExp): Step =>
  (page) =>
    page.getByRole(role, { name }).first().click();

export const rightClick =
  (role: Role, name: string | RegExp): Step =>
  (page) =>
    page.getByRole(role, { name }).first().click({ button: "right" });

export const pressKeys =
  (...keys: readonly string[]): Step =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

export const steps =
  (...all: readonly Step[]): Step =>
  async (page) => {
    for (const step of all) await step(page);
  };

/** Replaces the responses of the host for some requests until the view is left. */
export const respond =
  (url: RegExp, status: number, code: string, message: string, detail: string): Step =>
  async (page) => {
    await page.route(url, (route) => route.fulfill({ status, json: { code, message, detail } }));
  };

export const fillField =
  (name: string, text: string): Step =>
  (page) =>
    page.getByRole("textbox", { name }).fill(text);
export const goToHref =
  (href: string): Step =>
  (page) =>
    pushAddress(page, href);

/** Waits until a text is shown. */
export const shows =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

/** Clicks an item of a menu that a button opens. */
export const choose =
  (menu: string | RegExp, item: string | RegExp): Step =>
  async (page) => {
    await page.getByRole("button", { name: menu }).first().click();
    await page.getByRole("menuitem", { name: item }).click();
  };

/** Changes the JSON of some responses of the host until the view is left. */
export const changeResponses =
  (url: RegExp, changed: (json: unknown) => unknown): Step =>
  async (page) => {
    await page.route(
      ({ pathname, href }) => pathname.startsWith("/-/") && url.test(href),
      async (route) => {
        const response = await route.fetch({ maxRetries: 1 });
        await route.fulfill({ response, json: changed(await response.json()) });
      },
    );
  };
