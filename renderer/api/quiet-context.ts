import { createContext, use } from "react";

/** State of the start: true once the page shows what its first view needs, and outside of the app, where nothing waits for that. */
export const QuietContext = createContext(true);

/**
 * Returns whether the start of the page is over. What a first view does not need, such as the pictures of people, is read
 * from then on.
 */
export const useIsQuiet = (): boolean => use(QuietContext);
