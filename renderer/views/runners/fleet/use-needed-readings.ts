import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Needs, readFleet, unreadIds } from "./read-fleet.ts";

/** Progress of the reading that a filter, an order or a chart waits for. */
export interface Reading {
  /** Changes with what was read, at most a few times a second. */
  readonly cacheVersion: number;
  readonly done: number;
  readonly total: number;
  /** Runners that could not be read. */
  readonly failed: number;
  readonly isReading: boolean;
  readonly stop: () => void;
}

const idle = { cacheVersion: 0, done: 0, total: 0, failed: 0, isReading: false } as const;
/** Milliseconds between two reports of progress. */
const reportMs = 400;

/** Reads what is needed of every given runner, once, and reports how far that is. Needs nothing: reads nothing. */
export function useNeededReadings(account: string, ids: readonly number[], needs: Needs): Reading {
  const client = useQueryClient();
  const [state, setState] = useState<Omit<Reading, "stop">>(idle);
  const [stopped, setStopped] = useState<string | null>(null);
  const { details, jobs, readSince } = needs;
  const key = details || jobs ? `${details} ${jobs} ${readSince} ${ids.join(" ")}` : "";
  useEffect(() => {
    if (key === "" || key === stopped) return;
    const wanted = key.split(" ").slice(3).filter(Boolean).map(Number);
    const needed = { details, jobs, readSince };
    const unread = unreadIds(client, account, wanted, needed);
    const total = wanted.length;
    let done = total - unread.length;
    const report = (more: { failed?: number; isReading: boolean }) =>
      setState((now) => ({
        cacheVersion: now.cacheVersion + 1,
        done,
        total,
        failed: more.failed ?? 0,
        isReading: more.isReading,
      }));
    if (unread.length === 0) return report({ isReading: false });
    const controller = new AbortController();
    report({ isReading: true });
    const timer = setInterval(() => report({ isReading: true }), reportMs);
    const count = () => void done++;
    void readFleet(client, account, unread, needed, count, controller.signal).then((failed) => {
      clearInterval(timer);
      if (!controller.signal.aborted) report({ failed, isReading: false });
    });
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [client, account, details, jobs, readSince, key, stopped]);
  const shown = key === "" ? idle : state;
  return {
    ...shown,
    isReading: shown.isReading && key !== stopped,
    stop: () => setStopped(key),
  };
}
