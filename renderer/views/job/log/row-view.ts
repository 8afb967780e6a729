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

/** A part of the current view, for `useSyncExternalStore`. */
export class ViewStore<View extends object> {
  #view: View;
  readonly #listeners = new Set<() => void>();

  constructor(view: View) {
    this.#view = view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly view = (): View => this.#view;

  /** Replaces the view. Rendered rows at the same position need no update. */
  set(next: View): void {
    const now = this.#view;
    const isSame = (Object.keys(next) as (keyof View)[]).every((key) => next[key] === now[key]);
    if (isSame) return;
    this.#view = next;
    for (const listener of this.#listeners) listener();
  }
}
