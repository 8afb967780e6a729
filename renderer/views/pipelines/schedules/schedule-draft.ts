/** Returns the key of the draft of a schedule. */
export const scheduleDraftKey = (account: string, project: string, id: number | "new"): string =>
  `schedule ${JSON.stringify([account, project, id])}`;
