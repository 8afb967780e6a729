export { NotesView } from "./notes-view.tsx";
