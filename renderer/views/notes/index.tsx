export { IssuesView } from "./issues-view.tsx";
export { NotesView } from "./notes-view.tsx";
