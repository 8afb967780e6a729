export { WikiView } from "./wiki-view.tsx";
