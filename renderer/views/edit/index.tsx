export { ChangesView } from "./changes-view.tsx";
export { EditView } from "./edit-view.tsx";
