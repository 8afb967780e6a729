export { MeView } from "./me-view.tsx";
