const copy = /[\s:]+\d+\/\d+$/;

/** Returns the name of the suite that the tests of a job are in: that of the job, without the number of a copy of `parallel`. */
export const suiteOf = (job: string): string => job.replace(copy, "");
