export { RunnersView } from "./runners-view.tsx";
