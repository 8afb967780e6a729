export { SearchView } from "./search-view.tsx";
