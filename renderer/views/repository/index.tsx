export { FilesView } from "./files-view.tsx";
