export { ArtifactsView } from "./artifacts-view.tsx";
export { RefArtifactsView } from "./ref-artifacts-view.tsx";
export { TestsView } from "./tests/tests-view.tsx";
