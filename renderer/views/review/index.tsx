export { preloadDiffs } from "../../workers/diff/diff-engine.ts";
export { MergeRequestView } from "./merge-request-view.tsx";
export { versionQuery } from "./versions/version-query.ts";
