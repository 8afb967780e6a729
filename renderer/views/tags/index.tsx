export { TagsView } from "./tags-view.tsx";
