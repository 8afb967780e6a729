import type { ComponentProps } from "react";
import { useGo } from "./use-go.ts";

interface AppAnchorProps extends ComponentProps<"a"> {
  /** Address within the app. */
  readonly href: string;
}

/** A link to an address of the app given as text. */
export function AppLink({ href, onClick, ...rest }: AppAnchorProps) {
  const go = useGo();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
          return;
        event.preventDefault();
        go(href);
      }}
    />
  );
}
