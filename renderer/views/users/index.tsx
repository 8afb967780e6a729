export { UserView } from "./user-view.tsx";
