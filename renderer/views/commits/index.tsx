export { CommitView } from "./commit-view.tsx";
export { CommitsView } from "./history/commits-view.tsx";
