/** The time as a service reads it. Tests give a service one of their own, which they set. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns the present time as the database and the interface write it: ISO 8601, UTC. */
export const timeNow = ({ clock }: { readonly clock: Clock }): string => new Date(clock.now()).toISOString();
