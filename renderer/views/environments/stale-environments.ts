import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type Environment,
  type EnvironmentDetail,
  getEnvironment,
} from "../../../shared/api/resources/environments.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import type { Optional } from "../../../shared/optional.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { formatRelativeTime } from "../../ui/values/time.tsx";
import type { BranchEnd } from "./branch-end.ts";

/** Rules by which an environment is stale: days without a deployment, or a branch that is done. */
export const staleRules = [
  { value: "7", label: "No deployment for 7 days" },
  { value: "30", label: "No deployment for 30 days" },
  { value: "90", label: "No deployment for 90 days" },
  { value: "branch", label: "Branch merged or deleted" },
] as const;
type StaleRule = (typeof staleRules)[number]["value"];

/** An environment with what its list entry does not have. */
export interface EnvironmentFacts {
  readonly detail: EnvironmentDetail;
  /** Null for a branch that is in use, for a tag, and where it is not known. */
  readonly branchEnd: BranchEnd | null;
}

const dayMs = 86_400_000;

/** Returns whether an environment is stale; one without a deployment counts from its creation, where that is known. */
export function isStale({ detail, branchEnd }: EnvironmentFacts, rule: StaleRule, now: number): boolean {
  if (rule === "branch") return branchEnd !== null;
  const since = detail.last_deployment?.created_at ?? detail.created_at;
  return since !== undefined && now - Date.parse(since) >= Number(rule) * dayMs;
}

/** Returns what is known of the use of an environment as text: "Last deployed 2 months ago from main · Branch merged". */
export function environmentUse({ detail, branchEnd }: EnvironmentFacts, now: Date): string {
  const last = detail.last_deployment;
  const deployed = last
    ? `Last deployed ${formatRelativeTime(new Date(last.created_at), now)} from ${last.ref}`
    : "Nothing deployed yet";
  return branchEnd ? `${deployed} · ${branchEnd}` : deployed;
}

/** Environments or branches that are read at a time. */
const concurrency = 4;
/** Milliseconds for which a response that a row has read serves the filter, too. */
const factsStaleTimeMs = 60_000;

interface Reading {
  /** Account and project. */
  readonly of: string;
  /** By the id of the environment; without those that could not be read. */
  readonly facts: ReadonlyMap<number, EnvironmentFacts>;
  readonly done: number;
  readonly failed: number;
  /** Whether the first reading of these environments is under way. */
  readonly isReading: boolean;
}

const nothing: Reading = { of: "", facts: new Map(), done: 0, failed: 0, isReading: true };

/**
 * Reads the last deployment of environments and what became of its branch, a few at a time. `null` reads nothing; later
 * readings of the same environments replace the facts at their end.
 */
export function useEnvironmentFacts(
  account: string,
  project: string,
  environments: readonly Environment[] | null,
  { isFresh = false }: Optional<{ /** Whether all is read from the service. */ isFresh: boolean }> = {},
): Reading {
  const client = useQueryClient();
  const [reading, setReading] = useState(nothing);
  const of = `${account} ${project}`;
  useEffect(() => {
    if (!environments) return;
    const stop = new AbortController();
    const facts = new Map<number, EnvironmentFacts>();
    let failed = 0;
    // Loaded when it is needed: the list itself shows no branches.
    const loaded = import("./branch-end.ts");
    const endOf = loaded.then(({ branchEndReader }) => branchEndReader(client, account, project));
    endOf.catch(() => undefined);
    const readOne = async ({ id }: Environment) => {
      try {
        const query = operationQuery(account, getEnvironment, { id: project, environment_id: id });
        const { data } = await client.fetchQuery({ ...query, staleTime: isFresh ? 0 : factsStaleTimeMs });
        facts.set(id, { detail: data, branchEnd: await (await endOf)(data) });
      } catch {
        failed++;
      }
      const done = facts.size + failed;
      if (!stop.signal.aborted) setReading((now) => ({ ...(now.of === of ? now : nothing), of, done }));
    };
    void inParallel(environments, concurrency, readOne, stop.signal).then(() => {
      if (!stop.signal.aborted)
        setReading({ of, facts, failed, done: facts.size + failed, isReading: false });
    });
    return () => stop.abort();
  }, [client, account, project, environments, isFresh, of]);
  return reading.of === of ? reading : nothing;
}
