export { MergeRequestsView } from "./merge-requests-view.tsx";
