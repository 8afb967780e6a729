import type {
  NotificationEvent,
  NotificationSettings,
} from "../../../../shared/api/resources/notification-settings.ts";

/** Scope of settings, with the name that the user sees. */
export type NotificationScope =
  | { readonly kind: "global" }
  | { readonly kind: "group" | "project"; readonly id: number; readonly name: string };

/** The scope that everything inherits from at last. */
export const globalScope: NotificationScope = { kind: "global" };

/** A key of a scope among all of an account. */
export const notificationScopeKey = (scope: NotificationScope): string =>
  scope.kind === "global" ? "global" : `${scope.kind} ${scope.id}`;

interface LevelText {
  readonly label: string;
  readonly description: string;
}

const levelTexts: Readonly<Record<string, LevelText>> = {
  watch: { label: "Watch", description: "All activity" },
  participating: { label: "Participate", description: "Threads that you took part in" },
  mention: { label: "On mention", description: "Comments that mention you" },
  custom: { label: "Custom", description: "Events that you choose" },
  disabled: { label: "Disabled", description: "No notifications" },
};

/** Returns what a level is called; a level of a newer service by its own name. */
export const levelLabel = (level: string): string =>
  level === "global" ? "Inherit" : (levelTexts[level]?.label ?? level);

/** Returns the levels to choose from; `current` is among them, also where it is unknown to Helve. */
export function levelOptions(scope: NotificationScope, current: string, inherited: string | null) {
  const known = Object.entries(levelTexts).map(([value, text]) => ({ value, ...text }));
  const inherit = {
    value: "global",
    label: levelLabel("global"),
    description: inherited ?? "The level of the group above",
  };
  const options = scope.kind === "global" ? known : [inherit, ...known];
  if (options.some(({ value }) => value === current)) return options;
  const other =
    scope.kind === "global" && current === "global" ? "The default of the service" : "Set elsewhere";
  return [{ value: current, label: levelLabel(current), description: other }, ...options];
}

/** A scope with its settings; undefined while they are not known. */
export interface KnownScope {
  readonly scope: NotificationScope;
  readonly settings: NotificationSettings | undefined;
}

/** The effective level, and the scope that sets it. */
export interface EffectiveLevel {
  readonly level: string;
  readonly from: NotificationScope;
}

/**
 * Returns the level that a scope inherits: of the nearest scope above that has one of its own. `above` is ordered from
 * the nearest to the global settings. Null while a nearer scope is not known.
 */
export function inheritedLevel(above: readonly KnownScope[]): EffectiveLevel | null {
  for (const { scope, settings } of above) {
    if (!settings) return null;
    if (settings.level !== "global") return { level: settings.level, from: scope };
  }
  // Where the global settings defer to a default too, services treat them as Participate.
  return { level: "participating", from: globalScope };
}

/** Returns the text of an inherited level, such as "Watch, from group Harbor". */
export const inheritedText = ({ level, from }: EffectiveLevel): string =>
  `${levelLabel(level)}, from ${from.kind === "global" ? "your global setting" : `group ${from.name}`}`;

interface EventGroup {
  readonly label: string;
  readonly events: readonly { readonly name: NotificationEvent; readonly label: string }[];
}

/** The events of the level Custom, by what they are about. */
export const eventGroups: readonly EventGroup[] = [
  { label: "Comments", events: [{ name: "new_note", label: "New comment" }] },
  {
    label: "Issues",
    events: [
      { name: "new_issue", label: "New issue" },
      { name: "reopen_issue", label: "Reopened" },
      { name: "close_issue", label: "Closed" },
      { name: "reassign_issue", label: "Reassigned" },
      { name: "issue_due", label: "Due soon" },
    ],
  },
  {
    label: "Merge requests",
    events: [
      { name: "new_merge_request", label: "New merge request" },
      { name: "push_to_merge_request", label: "Pushed to" },
      { name: "reopen_merge_request", label: "Reopened" },
      { name: "close_merge_request", label: "Closed" },
      { name: "reassign_merge_request", label: "Reassigned" },
      { name: "merge_merge_request", label: "Merged" },
    ],
  },
  {
    label: "Pipelines",
    events: [
      { name: "failed_pipeline", label: "Failed" },
      { name: "success_pipeline", label: "Passed" },
    ],
  },
];
