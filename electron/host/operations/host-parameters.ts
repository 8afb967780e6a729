import { hostParameters } from "../../../shared/host/accounts.ts";

/** Returns the parameters that are meant for the host, and removes them from the query. */
export function takeHostParameters(search: URLSearchParams) {
  const options = {
    allPages: search.get(hostParameters.pages) === "all",
    cacheOnly: search.get(hostParameters.cache) === "only",
    pinAs: search.get(hostParameters.pin),
  };
  for (const name of Object.values(hostParameters)) search.delete(name);
  return options;
}
