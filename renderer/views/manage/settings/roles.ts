import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { capitalize } from "../../../../shared/text/capitalize.ts";
import { useHasAccess } from "../../../features/ci/use-has-access.ts";

const roles = Object.entries(accessLevels).map(([role, level]) => ({ level, label: capitalize(role) }));

/** Returns the name of an access level, such as Developer. */
export const roleName = (level: number): string =>
  roles.find((role) => role.level === level)?.label ?? `Level ${level}`;

/** Returns the roles up to a level, for a list to choose from. */
export const rolesUpTo = (level: number) =>
  roles
    .filter((role) => role.level <= level)
    .map((role) => ({ value: String(role.level), label: role.label }));

/** Returns the level up to which the account may give roles in a project: its own, 0 where it may give none. */
export function useGivenLevel(project: string): number {
  const isOwner = useHasAccess(project, accessLevels.owner);
  const isMaintainer = useHasAccess(project, accessLevels.maintainer);
  return isOwner ? accessLevels.owner : isMaintainer ? accessLevels.maintainer : 0;
}
