import { useMemo, useState } from "react";

/** Key of a row. */
export type RowKey = string | number;

/** Chosen rows of a list, and the row from which Shift extends. */
interface SelectionState {
  readonly selected: ReadonlySet<RowKey>;
  readonly anchor: RowKey | null;
}

export const noSelection: SelectionState = { selected: new Set(), anchor: null };

/** Returns the selection with rows switched on, or off where all of them were on; the last one becomes the anchor. */
export function toggled({ selected }: SelectionState, keys: readonly RowKey[]): SelectionState {
  const next = new Set(selected);
  const isOn = keys.every((key) => selected.has(key));
  for (const key of keys) {
    if (isOn) next.delete(key);
    else next.add(key);
  }
  return { selected: next, anchor: keys.at(-1) ?? null };
}

/** Returns the selection with all rows from the anchor to this one added; `order` is that of the list. */
export function extended(state: SelectionState, order: readonly RowKey[], key: RowKey): SelectionState {
  const to = order.indexOf(key);
  const from = state.anchor === null ? to : order.indexOf(state.anchor);
  if (to < 0) return state;
  const range = from < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { selected: new Set([...state.selected, ...range]), anchor: state.anchor ?? key };
}

/** Selection in a list of rows; `order` are the keys of the rows that can be chosen. Rows that are gone are not chosen. */
export function useRowSelection(order: readonly RowKey[]) {
  const [state, setState] = useState(noSelection);
  const known = useMemo(() => new Set(order), [order]);
  const selected = useMemo(
    () => new Set([...state.selected].filter((key) => known.has(key))),
    [state.selected, known],
  );
  return {
    selected,
    toggle: (...keys: RowKey[]) => setState((now) => toggled(now, keys)),
    extendTo: (key: RowKey) => setState((now) => extended(now, order, key)),
    /** Sets where an extension begins, unless it is set. */
    anchorAt: (key: RowKey) => setState((now) => (now.anchor === null ? { ...now, anchor: key } : now)),
    selectAll: () => setState({ selected: new Set(order), anchor: null }),
    /** Leaves only those of the selected rows selected that are among these. */
    keep: (keys: ReadonlySet<RowKey>) =>
      setState(({ selected }) => ({
        selected: new Set([...selected].filter((key) => keys.has(key))),
        anchor: null,
      })),
    clear: () => setState(noSelection),
  };
}

/** Selected rows of a list, and functions that change them. */
export type RowSelection = ReturnType<typeof useRowSelection>;
