export { ProjectView } from "./project-view.tsx";
export { ProjectsView } from "./projects-view.tsx";
