import { RelativeTime } from "../../../ui/relative-time.tsx";

/** Milliseconds within which a relative time would read "just now". */
const soonMs = 45_000;

/** The time of the next attempt of a failed delivery. */
export const NextAttempt = ({ at }: { readonly at: string }) => (
  <>
    {" "}
    Next attempt{" "}
    {Date.parse(at) - Date.now() < soonMs ? "within a minute" : <RelativeTime future time={at} />}.
  </>
);
