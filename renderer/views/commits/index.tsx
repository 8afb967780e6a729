export { CommitView } from "./commit-view.tsx";
export { CommitsView } from "./commits-view.tsx";
