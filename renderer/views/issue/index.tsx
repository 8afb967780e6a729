export { IssueView } from "./issue-view.tsx";
