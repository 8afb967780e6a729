import { Notifier } from "../../../shared/notifier.ts";

/** The rendered rows and their position. */
export interface RowView {
  /** Rendered rows, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** First and last row in view. */
  readonly first: number;
  readonly last: number;
  /** Pixels between a row's position in the list and in the scrolled element. */
  readonly shift: number;
  /** Pixels of the view; 0 while it is hidden. */
  readonly height: number;
  /** The view stays at the end as rows are added. */
  readonly isFollowing: boolean;
  /** Changes when rendered rows get other positions. */
  readonly version: number;
}

/** The rows at the top of the view, which the bar with the name of a section can cover. */
export interface TopRows {
  /** First row that is not cut off. */
  readonly whole: number;
  /** First row of which most is below such a bar. */
  readonly belowBar: number;
}

/** The view before anything was measured. */
export const initialView: RowView = {
  from: 0,
  to: 0,
  first: 0,
  last: 0,
  shift: 0,
  height: 0,
  isFollowing: false,
  version: 0,
};

/** A part of the current view, for `useSyncExternalStore`. */
export class ViewStore<View extends object> {
  #view: View;
  readonly #changes = new Notifier();

  constructor(view: View) {
    this.#view = view;
  }

  readonly subscribe = this.#changes.subscribe;
  readonly view = (): View => this.#view;

  /** Replaces the view. Rendered rows at the same position need no update. */
  set(next: View): void {
    const now = this.#view;
    const isSame = (Object.keys(next) as (keyof View)[]).every((key) => next[key] === now[key]);
    if (isSame) return;
    this.#view = next;
    this.#changes.notify();
  }
}
