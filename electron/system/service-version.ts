/** Version of the interface that this service implements. */
export const serviceVersion = { version: "11.10.0-helve", revision: "local" } as const;
