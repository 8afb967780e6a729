import { VisuallyHidden as Hidden } from "radix-ui";
import type { ReactNode } from "react";

/** Text for assistive technology alone. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => (
  <Hidden.Root>{children}</Hidden.Root>
);
