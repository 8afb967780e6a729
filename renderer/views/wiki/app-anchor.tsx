import type { ComponentProps } from "react";
import { useWiki } from "./use-wiki.ts";

interface AppAnchorProps extends ComponentProps<"a"> {
  /** Address within the app. */
  readonly href: string;
}

/** A link to an address of the app. */
export function AppAnchor({ href, onClick, ...rest }: AppAnchorProps) {
  const { go } = useWiki();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented) return;
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(href);
      }}
    />
  );
}
