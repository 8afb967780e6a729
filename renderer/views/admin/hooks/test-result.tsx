import type { HookEvent } from "../../../../shared/api/resources/system-hooks.ts";
import type { DescribedProblem } from "../../../api/describe-problem.ts";
import tones from "../../../ui/tone.module.css";
import { deliveryState, lastError, tookText } from "./delivery-state.ts";
import styles from "./hooks.module.css";
import { NextAttempt } from "./next-attempt.tsx";
import type { TestOutcome } from "./use-test-hook.ts";

interface TestResultProps {
  readonly outcome: TestOutcome | null;
  readonly failure: DescribedProblem | null;
  /** Deliveries with a higher id are of the test. */
  readonly after: number;
  /** Newest first; null where the service does not list them. */
  readonly events: readonly HookEvent[] | null | undefined;
}

/** The result of the last test, as far as it is known. */
export function TestResult({ outcome, failure, after, events }: TestResultProps) {
  // The oldest of them: later ones may be resent tests. Other services do not mark tests.
  const test = events?.findLast(({ id, trigger, state }) => id > after && (trigger === "test" || !state));
  return (
    <div role="status" className={styles.result}>
      {failure ? (
        <p className={styles.failed}>
          {failure.title ?? "The test could not be sent"}. {failure.message}
        </p>
      ) : outcome === "unsupported" ? (
        <p>This service has no operation that tests a hook. Test it on the service's own page.</p>
      ) : outcome === "sent" ? (
        test ? (
          <DeliveredTest event={test} />
        ) : events ? (
          <p>Sending the test…</p>
        ) : (
          <p>The test was sent. This service does not list deliveries: check the receiver.</p>
        )
      ) : null}
    </div>
  );
}

function DeliveredTest({ event }: { readonly event: HookEvent }) {
  const { kind } = deliveryState(event);
  const time = event.execution_duration == null ? "" : ` in ${tookText(event.execution_duration)}`;
  if (kind === "waiting") return <p>Sending the test…</p>;
  if (kind === "delivered")
    return (
      <p className={tones.added}>
        Test delivered: HTTP {event.response_status}
        {time}
      </p>
    );
  return (
    <p className={styles.failed}>
      Test failed{time}: {lastError(event) ?? event.response_status}.
      {kind === "retrying" && event.next_attempt_at ? <NextAttempt at={event.next_attempt_at} /> : null}
    </p>
  );
}
