import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { z } from "zod";

/** Changes some search parameters of the address; undefined and "" remove one. Adds no step to the history unless `push`. */
type ChangeSearch<T> = (patch: Partial<T>, options?: { readonly push?: boolean }) => void;

/**
 * Returns the search parameters of the current address as `schema` parses them, and a function that changes some.
 * The schema must accept every text: a field that is not a plain string has a `catch`, since an address may be typed by
 * hand or be from another version.
 */
export function useAddressSearch<S extends z.ZodObject>(schema: S): [z.output<S>, ChangeSearch<z.output<S>>] {
  const text = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const search = useMemo(() => schema.parse(text), [schema, text]);
  const change: ChangeSearch<z.output<S>> = (patch, { push = false } = {}) =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, ...patch }),
      replace: !push,
      // The router would restore scroll positions; here the view decides.
      resetScroll: push,
    });
  return [search, change];
}
