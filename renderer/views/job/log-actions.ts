import type { Panel } from "./address/use-workbench-address.ts";

/** Actions on a log, shared by the toolbar, the menu, the keyboard and the palette. */
export interface LogActions {
  readonly hasSections: boolean;
  readonly hasTimes: boolean;
  readonly hasChosenLines: boolean;
  readonly isWrapped: boolean;
  readonly showsTimes: boolean;
  toggleWrap(): void;
  toggleTimes(): void;
  foldAll(isFolded: boolean): void;
  /** Folds all sections, or unfolds them where all are folded. */
  toggleFolds(): void;
  stepSection(direction: 1 | -1): void;
  follow(): void;
  askForLine(): void;
  /** Chooses the next or the previous line; with `extend` more than one. */
  stepLine(direction: 1 | -1, extend: boolean): void;
  /** Focuses the search. */
  find(): void;
  /** Compares with the last success, or returns to the log. */
  toggleCompare(): void;
  /** Opens the search in all jobs of the pipeline, or closes it. */
  searchPipeline(): void;
  stepMatch(direction: 1 | -1): void;
  /** Jumps to the first error, then to the next. */
  stepError(direction: 1 | -1): void;
  stepProblem(direction: 1 | -1): void;
  togglePanel(panel: Panel): void;
  copyLink(): void;
  /** Copies the chosen lines; the whole log where none are. */
  copy(): void;
  download(): void;
}
