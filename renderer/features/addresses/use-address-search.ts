import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { readSearch, type SearchFields, type SearchOf } from "./search-fields.ts";

/** Changes some search parameters of the address; undefined and "" remove one. Adds no step to the history unless `push`. */
type ChangeSearch<T> = (patch: Partial<T>, options?: { readonly push?: boolean }) => void;

/** Returns the search parameters of the current address that a view reads, and a function that changes some. */
export function useAddressSearch<F extends SearchFields>(
  fields: F,
): [SearchOf<F>, ChangeSearch<SearchOf<F>>] {
  const text = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const search = useMemo(() => readSearch(fields, text), [fields, text]);
  const change: ChangeSearch<SearchOf<F>> = (patch, { push = false } = {}) =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, ...patch }),
      replace: !push,
      // The router would restore scroll positions; here the view decides.
      resetScroll: push,
    });
  return [search, change];
}
