export { ReferenceView } from "./reference-view.tsx";
