import type { Role } from "./operation.ts";

/** Access levels as the interface counts them. */
export const accessLevels: Readonly<Record<Role, number>> = {
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
};
