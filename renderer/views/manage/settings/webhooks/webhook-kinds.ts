import { type HookTrigger, hookTriggers } from "../../../../../shared/api/resources/project-hooks.ts";

interface WebhookKind {
  readonly field: HookTrigger;
  readonly label: string;
  readonly description: string;
}

/** Kinds of events that a webhook can be switched on for, in the order of the form. */
export const webhookKinds: readonly WebhookKind[] = [
  { field: "push_events", label: "Pushes", description: "Commits pushed or made on a branch" },
  { field: "tag_push_events", label: "Tags", description: "Tags created, moved or deleted" },
  {
    field: "merge_requests_events",
    label: "Merge requests",
    description: "Opened, updated, approved, merged, closed",
  },
  {
    field: "note_events",
    label: "Comments",
    description: "On merge requests, issues and snippets",
  },
  {
    field: "confidential_note_events",
    label: "Confidential comments",
    description: "On what not everybody sees",
  },
  { field: "issues_events", label: "Issues", description: "Opened, updated, closed, opened again" },
  {
    field: "confidential_issues_events",
    label: "Confidential issues",
    description: "The same of those that not everybody sees",
  },
  { field: "job_events", label: "Jobs", description: "Each change of a job's status" },
  { field: "pipeline_events", label: "Pipelines", description: "Each change of a pipeline's status" },
  { field: "wiki_page_events", label: "Wiki pages", description: "Written or deleted in the interface" },
  { field: "releases_events", label: "Releases", description: "Created, changed or deleted" },
];

export const isHookTrigger = (text: string): text is HookTrigger =>
  hookTriggers.some((trigger) => trigger === text);
