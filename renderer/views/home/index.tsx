export { HomeView } from "./home-view.tsx";
