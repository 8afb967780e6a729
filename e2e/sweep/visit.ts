import { stripVTControlCharacters } from "node:util";
import type { Page } from "@playwright/test";
import { forcedColourProblems } from "../fixtures/forced-colours.ts";
import { enter, leave, type View } from "../fixtures/view.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { alignmentProblems } from "./alignment.ts";
import { emptyStateProblems } from "./empty-states.ts";
import { layoutProblems, sizes } from "./layout-problems.ts";

/** Loads the app. */
export async function openApp(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

/** Checks what the page shows. Returns a line for each problem, which begins with the name of the view or state. */
export async function problemsOf(page: Page, name: string): Promise<string[]> {
  const problems = [
    ...(await accessibilityProblems(page)),
    ...(await forcedColourProblems(page)),
    ...(await layoutProblems(page)),
    ...(await alignmentProblems(page, name)),
    ...(name.endsWith("-empty") ? await emptyStateProblems(page) : []),
  ];
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Visits a view once for all checks. Returns a line for each problem, also where it could not be visited. */
export async function problemsOfView(page: Page, view: View): Promise<string[]> {
  try {
    await enter(page, view);
    const problems = await problemsOf(page, view.name);
    await leave(page, view);
    return problems;
  } catch (error) {
    // The others are visited all the same.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.setViewportSize(sizes[0]);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "no-preference" });
    await openApp(page);
    return [`${view.name}: ${stripVTControlCharacters(String(error))}`];
  }
}
