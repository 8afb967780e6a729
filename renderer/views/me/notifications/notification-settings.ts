import { useQueries, useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import {
  getGroupNotificationSettings,
  getNotificationSettings,
  getProjectNotificationSettings,
  type NotificationEvent,
  type NotificationLevel,
  type NotificationSettings,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from "../../../../shared/api/resources/notification-settings.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { type ShownChange, useWrite, type WriteOptions } from "../../../api/use-write.ts";

/** Scope of settings, with the name that the user sees. */
export type NamedNotificationScope =
  | { readonly kind: "global" }
  | { readonly kind: "group" | "project"; readonly id: number; readonly name: string };

/** The scope that everything inherits from at last. */
export const globalScope: NamedNotificationScope = { kind: "global" };

/** A key of a scope among all of an account. */
export const notificationScopeKey = (scope: NamedNotificationScope): string =>
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
const levelLabel = (level: string): string =>
  level === "global" ? "Inherit" : (levelTexts[level]?.label ?? level);

/** Returns the levels to choose from; `current` is among them, also where it is unknown to Helve. */
export function levelOptions(scope: NamedNotificationScope, current: string, inherited: string | null) {
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
  readonly scope: NamedNotificationScope;
  readonly settings: NotificationSettings | undefined;
}

/** The effective level, and the scope that sets it. */
export interface EffectiveLevel {
  readonly level: string;
  readonly from: NamedNotificationScope;
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

/** Changes of a scope's settings. */
interface NotificationChange extends Partial<Readonly<Record<NotificationEvent, boolean>>> {
  readonly level?: NotificationLevel;
  readonly notification_email?: string;
}

/** Returns the query of a scope's settings. */
export function settingsQuery(account: string, scope: NamedNotificationScope) {
  switch (scope.kind) {
    case "global":
      return operationQuery(account, getNotificationSettings, {});
    case "group":
      return operationQuery(account, getGroupNotificationSettings, { id: scope.id });
    case "project":
      return operationQuery(account, getProjectNotificationSettings, { id: scope.id });
  }
}

/** Reads the settings of a scope. */
export function useSettings(scope: NamedNotificationScope) {
  const account = useAccountId();
  const query = useQuery({ ...settingsQuery(account, scope), staleTime: 60_000 });
  return { ...query, settings: query.data?.data };
}

/** Reads the settings of several scopes, in their order. */
export function useKnownScopes(scopes: readonly NamedNotificationScope[]): readonly KnownScope[] {
  const account = useAccountId();
  return useQueries({
    queries: scopes.map((scope) => ({ ...settingsQuery(account, scope), staleTime: 60_000 })),
    combine: (results) =>
      results.flatMap(({ data }, index) => {
        const scope = scopes[index];
        return scope ? [{ scope, settings: data?.data }] : [];
      }),
  });
}

/** A failed change. */
interface FailedChange {
  readonly change: NotificationChange;
  readonly error: unknown;
}

/** Changes that failed, by account and scope, until they are tried again or dismissed. */
const useFailures = create<Readonly<Record<string, FailedChange | undefined>>>(() => ({}));

/** Changes a scope's settings optimistically, and reverts the change where the service refuses it. */
export function useChangeSettings(scope: NamedNotificationScope) {
  const account = useAccountId();
  const key = `${account} ${notificationScopeKey(scope)}`;
  const { queryKey } = settingsQuery(account, scope);
  const write = useWriteSettings(scope, { series: ["change", ...queryKey], affects: queryKey });
  const failure = useFailures((failures) => failures[key]);
  const change = async (wanted: NotificationChange) => {
    useFailures.setState({ [key]: undefined });
    try {
      await write(wanted, {
        queryKey,
        show: (now: NotificationSettings) => withChange(now, wanted),
        revert: (now, before) => withChange(now, inverse(before, wanted)),
        confirm: (_, written) => written,
      });
    } catch (error) {
      useFailures.setState({ [key]: { change: wanted, error } });
    }
  };
  return { change, failure, dismiss: () => useFailures.setState({ [key]: undefined }) };
}

/** Returns the function that writes the settings of a scope. */
function useWriteSettings(scope: NamedNotificationScope, options: WriteOptions) {
  const ofAll = useWrite(updateNotificationSettings, options);
  const ofGroup = useWrite(updateGroupNotificationSettings, options);
  const ofProject = useWrite(updateProjectNotificationSettings, options);
  return (
    change: NotificationChange,
    shown: ShownChange<NotificationSettings, NotificationSettings>,
  ): Promise<NotificationSettings> => {
    if (scope.kind === "global") return ofAll(change, shown);
    const { notification_email: _, ...rest } = change;
    return (scope.kind === "group" ? ofGroup : ofProject)({ id: scope.id, ...rest }, shown);
  };
}

function withChange(settings: NotificationSettings, change: NotificationChange): NotificationSettings {
  const { level, notification_email, ...events } = change;
  return {
    ...settings,
    ...(level && { level }),
    ...(notification_email !== undefined && { notification_email }),
    ...(settings.events && { events: { ...settings.events, ...events } }),
  };
}

/** Returns the change that takes another one back. */
function inverse(before: NotificationSettings, change: NotificationChange): NotificationChange {
  const fields: Readonly<Record<string, unknown>> = { ...before.events, ...before };
  return Object.fromEntries(Object.keys(change).map((name) => [name, fields[name]]));
}
