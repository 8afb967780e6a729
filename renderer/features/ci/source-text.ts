const texts: Readonly<Record<string, string>> = {
  push: "Push",
  web: "Run by hand",
  api: "API",
  trigger: "Trigger",
  schedule: "Schedule",
  pipeline: "Other pipeline",
  parent_pipeline: "Parent pipeline",
  merge_request_event: "Merge request",
  external: "External",
  external_pull_request_event: "External pull request",
  chat: "Chat",
  webide: "Web IDE",
};

/** Sources by which pipelines can be filtered. */
export const pipelineSources = Object.keys(texts);

/** Returns a text for what started a pipeline. */
export const sourceText = (source: string): string => texts[source] ?? source.replaceAll("_", " ");
