import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Group } from "../../../../shared/api/resources/groups.ts";
import { listProjects } from "../../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useOperationAll } from "../../../api/use-operation.ts";
import { type NotificationScope, notificationScopeKey } from "./levels.ts";
import { settingsQuery } from "./use-settings.ts";

/** Settings that are read at once; the host limits them further. */
const concurrency = 6;
const noProjects: readonly never[] = [];

/** Query of the user's projects. */
export interface Membership {
  readonly membership?: true;
}

interface Reading {
  /** Keys of scopes with a level of their own. */
  readonly found: ReadonlySet<string>;
  readonly done: number;
  readonly failed: number;
}

const nothingRead: Reading = { found: new Set(), done: 0, failed: 0 };

/** Finds scopes with a level of their own among all groups and projects of the user, while enabled. */
export function useDiffering(isWanted: boolean, groups: readonly Group[], membership: Membership) {
  const client = useQueryClient();
  const account = useAccountId();
  const listed = useOperationAll(
    listProjects,
    isWanted ? { ...membership, simple: true, per_page: 100 } : null,
  );
  const projects = listed.data ?? noProjects;
  const isListed = listed.data !== undefined;
  const scopes = useMemo(
    (): readonly NotificationScope[] => [
      ...groups.map(({ id, name }) => ({ kind: "group" as const, id, name })),
      ...projects.map(({ id, name }) => ({ kind: "project" as const, id, name })),
    ],
    [groups, projects],
  );
  const [reading, setReading] = useState(nothingRead);
  useEffect(() => {
    if (!isWanted || !isListed) return;
    const ended = new AbortController();
    const waiting = scopes.values();
    setReading(nothingRead);
    const lane = async () => {
      for (const scope of waiting) {
        const settings = await client
          .fetchQuery({ ...settingsQuery(account, scope), staleTime: 60_000 })
          .catch(() => null);
        if (ended.signal.aborted) return;
        setReading(({ found, done, failed }) => ({
          found:
            settings && settings.data.level !== "global"
              ? new Set([...found, notificationScopeKey(scope)])
              : found,
          done: done + 1,
          failed: failed + (settings ? 0 : 1),
        }));
      }
    };
    for (let started = 0; started < concurrency; started++) void lane();
    return () => ended.abort();
  }, [isWanted, isListed, scopes, client, account]);
  return useMemo(
    () => ({
      ...reading,
      projects,
      total: scopes.length,
      isReading: isWanted && (!isListed || reading.done < scopes.length) && !listed.error,
      error: listed.error,
      retry: () => void listed.refetch(),
    }),
    [reading, projects, scopes.length, isWanted, isListed, listed.error, listed.refetch],
  );
}
