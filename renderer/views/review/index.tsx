export { MergeRequestView } from "./merge-request-view.tsx";
