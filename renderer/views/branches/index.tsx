export { BranchesView } from "./branches-view.tsx";
