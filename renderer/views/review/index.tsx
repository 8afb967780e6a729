export { preloadDiffs } from "../../workers/diff/diff-engine.ts";
export { MergeRequestView } from "./merge-request-view.tsx";
export { versionQuery } from "./version-query.ts";
