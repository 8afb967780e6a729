export { AdminView } from "./admin-view.tsx";
