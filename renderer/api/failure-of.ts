import { type DescribedProblem, describeProblem } from "./describe-problem.ts";

/** Resolves to null once some work is done, else to why it failed, as an error state shows it. */
export async function failureOf(work: Promise<unknown>): Promise<DescribedProblem | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return describeProblem(error);
  }
}
