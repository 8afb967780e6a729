/** Access level of a maintainer. */
const maintainer = 40;

/**
 * Returns the input of the call that lists projects for which runners may be enabled: those that the user maintains. An
 * administrator may for all, and services count only memberships as access.
 */
export const projectsToEnable = (isAdmin: boolean, search: string) => ({
  per_page: 30,
  simple: true,
  ...(isAdmin ? {} : { min_access_level: maintainer }),
  ...(search ? { search } : {}),
});
