import { useParams } from "@tanstack/react-router";

/** Returns the account of the address. Throws outside an account's routes. */
export const useAccountRoute = () => useParams({ from: "/a/$account" });

/** Returns the account and the project (full path) of the address. Throws outside a project's routes. */
export const useProjectRoute = () => useParams({ from: "/a/$account/p/$project" });

/** Returns the project (full path) of the address, undefined outside a project's routes. */
export const useRouteProject = (): string | undefined =>
  useParams({ from: "/a/$account/p/$project", shouldThrow: false })?.project;
