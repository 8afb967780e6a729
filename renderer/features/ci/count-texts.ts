/** Returns "1 job", "12 jobs". */
export const jobsText = (count: number): string => (count === 1 ? "1 job" : `${count.toLocaleString()} jobs`);

/** Returns "1 pipeline", "12 pipelines". */
export const pipelinesText = (count: number): string =>
  count === 1 ? "1 pipeline" : `${count.toLocaleString()} pipelines`;
