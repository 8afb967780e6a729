/** "1 merge request", "12 merge requests". */
export const mergeRequestsText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "merge request" : "merge requests"}`;
