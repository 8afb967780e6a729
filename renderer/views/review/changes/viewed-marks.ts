import { useEffect, useMemo, useSyncExternalStore } from "react";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";

const values = createStoredValues("reviews", "viewed", []);
const layers = createStoredValues("reviews", "layers-below", []);
/** Marks that are stored for one merge request. */
const maxMarks = 20_000;

const layersKey = (key: string) => `layers-below ${key}`;

/**
 * Names of the changes that the reader marked as read in a merge request, and in the layers that are or were below it: when
 * one of these is merged and this one retargeted, it shows their changes until it is rebased. `loaded` is false until its own were read from disk.
 */
export function useViewed(key: string): { readonly viewed: ReadonlySet<string>; readonly loaded: boolean } {
  const { value, loaded } = useStoredValue(values, key);
  const { value: below } = useStoredValue(layers, layersKey(key));
  const inherited = useMarksOf(below);
  return useMemo(() => ({ viewed: new Set([...value, ...inherited]), loaded }), [value, inherited, loaded]);
}

/** The marks of several merge requests, each once it was read. */
function useMarksOf(keys: readonly string[]): readonly string[] {
  useEffect(() => {
    for (const key of keys) values.load(key);
  }, [keys]);
  const read = useMemo(() => {
    let last: readonly (readonly string[])[] = [];
    return () => {
      const next = keys.map((key) => values.get(key).value);
      if (next.length !== last.length || next.some((marks, index) => marks !== last[index])) last = next;
      return last;
    };
  }, [keys]);
  const all = useSyncExternalStore(values.subscribe, read, read);
  return useMemo(() => all.flat(), [all]);
}

/** Marks a change as viewed, or no longer: then in the layers below, too. */
export function markViewed(key: string, fingerprint: string, viewed: boolean): void {
  const change = (at: string) =>
    values.change(at, (marks) => {
      const others = marks.filter((mark) => mark !== fingerprint);
      return viewed ? [...others, fingerprint].slice(-maxMarks) : others;
    });
  change(key);
  if (viewed) return;
  for (const below of layers.get(layersKey(key)).value)
    if (values.get(below).value.includes(fingerprint)) change(below);
}

/** Remembers the layers below a merge request. Those that were there before stay: they may be merged by now. */
export function rememberLayersBelow(key: string, below: readonly string[]): void {
  const { value, loaded } = layers.get(layersKey(key));
  if (loaded && below.every((each) => value.includes(each))) return;
  layers.change(layersKey(key), (known) =>
    below.every((each) => known.includes(each)) ? known : [...new Set([...below, ...known])],
  );
}
