/** Returns whether the environment lets system hooks of the local service reach loopback and private addresses; else they may not. */
export const allowsLocalHooks = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  environment.HELVE_ALLOW_LOCAL_HOOKS === "1";
