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

/** The current view of the rows, for `useSyncExternalStore`. */
export class RowViewStore {
  #view: RowView = { from: 0, to: 0, first: 0, last: 0, shift: 0, isFollowing: true, version: 0 };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly view = (): RowView => this.#view;

  /** Replaces the view. Rendered rows at the same position need no update. */
  set(next: RowView): void {
    const now = this.#view;
    const isSame = (Object.keys(next) as (keyof RowView)[]).every((key) => next[key] === now[key]);
    if (isSame) return;
    this.#view = next;
    for (const listener of this.#listeners) listener();
  }
}
