import { lazy } from "react";

export { SearchView } from "./search-view.tsx";

/** Loaded by its own address alone. */
export const ServiceSearchView = lazy(async () => ({
  default: (await import("./service/service-search-view.tsx")).ServiceSearchView,
}));
