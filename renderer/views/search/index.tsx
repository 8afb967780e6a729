export { SearchView } from "./search-view.tsx";
export { ServiceSearchView } from "./service/service-search-view.tsx";
