import type { Page } from "@playwright/test";

/** A measurement of one view. */
export interface Task {
  readonly name: string;
  /** Highest values that are good enough, by the end of a measurement's name. */
  readonly targets?: Readonly<Record<string, number>>;
  /** Returns milliseconds, counts or ratios, by the name of the measurement. */
  run(page: Page, root: string): Promise<Record<string, number>>;
}
