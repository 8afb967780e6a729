const endedStates: ReadonlySet<string> = new Set(["success", "failed", "canceled", "skipped"]);

/** Returns whether a job or a pipeline in this state has ended, unless it is retried or a job of it is started by hand. */
export const isEndedStatus = (status: string): boolean => endedStates.has(status);
