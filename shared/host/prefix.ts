/** Path under which both shells mount the host's routes, so that they never collide with the page's own. */
export const hostPrefix = "/-";

/** A host route such as `/accounts` as the page has to fetch it. */
export const hostPath = (path: string): string => hostPrefix + path;
