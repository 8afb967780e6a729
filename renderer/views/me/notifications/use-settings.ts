import { type QueryClient, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
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
import { sendWrite } from "../../../api/send-write.ts";
import { operationQuery } from "../../../api/use-operation.ts";
import { type KnownScope, type NotificationScope, notificationScopeKey } from "./levels.ts";

/** Changes of a scope's settings. */
export interface SettingsChange extends Partial<Readonly<Record<NotificationEvent, boolean>>> {
  readonly level?: NotificationLevel;
  readonly notification_email?: string;
}

/** Returns the query of a scope's settings. */
export function settingsQuery(account: string, scope: NotificationScope) {
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
export function useSettings(scope: NotificationScope) {
  const account = useAccountId();
  const query = useQuery({ ...settingsQuery(account, scope), staleTime: 60_000 });
  return { ...query, settings: query.data?.data };
}

/** Reads the settings of several scopes, in their order. */
export function useKnownScopes(scopes: readonly NotificationScope[]): readonly KnownScope[] {
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
  readonly change: SettingsChange;
  readonly error: unknown;
}

/** Changes that failed, by account and scope, until they are tried again or dismissed. */
const useFailures = create<Readonly<Record<string, FailedChange | undefined>>>(() => ({}));
/** Writes of a scope that have not ended: they go out one after the other. */
const writing = new Map<string, Promise<unknown>>();

/** Changes a scope's settings optimistically, and reverts the change where the service refuses it. */
export function useChangeSettings(scope: NotificationScope) {
  const client = useQueryClient();
  const account = useAccountId();
  const key = `${account} ${notificationScopeKey(scope)}`;
  const failure = useFailures((failures) => failures[key]);
  const change = async (wanted: SettingsChange) => {
    useFailures.setState({ [key]: undefined });
    const query = settingsQuery(account, scope);
    await client.cancelQueries({ queryKey: query.queryKey });
    const before = client.getQueryData(query.queryKey)?.data;
    show(client, query.queryKey, (now) => withChange(now, wanted));
    const write = (writing.get(key) ?? Promise.resolve()).then(() => writeSettings(account, scope, wanted));
    const ended = write.catch(() => undefined);
    writing.set(key, ended);
    try {
      const written = await write;
      if (writing.get(key) === ended) show(client, query.queryKey, () => written);
    } catch (error) {
      show(client, query.queryKey, (now) => (before ? withChange(now, inverse(before, wanted)) : now));
      useFailures.setState({ [key]: { change: wanted, error } });
      // Read again, since only the response may have been lost.
      void client.invalidateQueries({ queryKey: query.queryKey });
    } finally {
      if (writing.get(key) === ended) writing.delete(key);
    }
  };
  return { change, failure, dismiss: () => useFailures.setState({ [key]: undefined }) };
}

function writeSettings(
  account: string,
  scope: NotificationScope,
  change: SettingsChange,
): Promise<NotificationSettings> {
  if (scope.kind === "global") return sendWrite(account, updateNotificationSettings, change);
  const { notification_email: _, ...rest } = change;
  const operation =
    scope.kind === "group" ? updateGroupNotificationSettings : updateProjectNotificationSettings;
  return sendWrite(account, operation, { id: scope.id, ...rest });
}

const show = (
  client: QueryClient,
  queryKey: ReturnType<typeof settingsQuery>["queryKey"],
  next: (settings: NotificationSettings) => NotificationSettings,
) => client.setQueryData(queryKey, (now) => now && { ...now, data: next(now.data) });

function withChange(settings: NotificationSettings, change: SettingsChange): NotificationSettings {
  const { level, notification_email, ...events } = change;
  return {
    ...settings,
    ...(level && { level }),
    ...(notification_email !== undefined && { notification_email }),
    ...(settings.events && { events: { ...settings.events, ...events } }),
  };
}

/** Returns the change that takes another one back. */
function inverse(before: NotificationSettings, change: SettingsChange): SettingsChange {
  const fields: Readonly<Record<string, unknown>> = { ...before.events, ...before };
  return Object.fromEntries(Object.keys(change).map((name) => [name, fields[name]]));
}
