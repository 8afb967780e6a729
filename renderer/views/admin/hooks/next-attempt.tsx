import { RelativeTime } from "../../../ui/relative-time.tsx";

/** Milliseconds within which a relative time would read "just now". */
const soonMs = 45_000;

/** When a delivery that failed is tried again. */
export const NextAttempt = ({ at }: { readonly at: string }) => (
  <> Next attempt {Date.parse(at) - Date.now() < soonMs ? "within a minute" : <RelativeTime time={at} />}.</>
);
