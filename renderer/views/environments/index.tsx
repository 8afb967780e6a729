export { EnvironmentView } from "./environment-view.tsx";
export { EnvironmentsView } from "./environments-view.tsx";
