export { ContributorsView } from "./contributors-view.tsx";
