import { createContext, type ReactNode } from "react";

/** Place of the page, as the window around it knows. */
interface Place {
  /** Crumbs that lead to the page, without the page itself. */
  readonly path: ReactNode;
  /** Button that copies the page's address. */
  readonly link: ReactNode;
  /** Registers a head that shows the place, until the returned function is called: the window then has no line for it. */
  readonly enter: () => () => void;
}

/** The place of the page; null outside of a window. */
export const PlaceContext = createContext<Place | null>(null);
