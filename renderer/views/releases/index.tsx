export { ReleasesView } from "./releases-view.tsx";
