import type { TypedDocument } from "../../../../shared/documents/shapes.ts";

/** Kinds of events that a hook can be switched on for. */
export const eventKinds = [
  { field: "push_events", label: "Pushes", description: "Commits pushed or made on a branch" },
  { field: "tag_push_events", label: "Tags", description: "Tags created, moved or deleted" },
  {
    field: "merge_requests_events",
    label: "Merge requests",
    description: "Opened, updated, approved, merged, closed",
  },
  {
    field: "repository_update_events",
    label: "Repository updates",
    description: "Once per push, with all refs that changed",
  },
] as const;

/** The draft of a new hook, without its token, which is never stored. */
export type HookForm = TypedDocument<"drafts", "system-hook">["value"];

export const emptyHook: HookForm = {
  url: "",
  push_events: false,
  tag_push_events: false,
  merge_requests_events: false,
  repository_update_events: true,
  enable_ssl_verification: true,
};
