export { CiView } from "./ci-view.tsx";
export { JobsView } from "./jobs-view.tsx";
export { PipelineView } from "./pipeline-view.tsx";
export { PipelinesView } from "./pipelines-view.tsx";
