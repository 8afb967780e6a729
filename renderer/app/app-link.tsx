import { useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";

export interface AppLinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** Address within the app, from `hrefs`. */
  readonly href: string;
}

/** A link to an address of the app as text; the router goes there without loading the page anew. */
export function AppLink({ href, onClick, ...rest }: AppLinkProps) {
  const router = useRouter();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
        if (event.defaultPrevented || !plain) return;
        event.preventDefault();
        router.history.push(href);
      }}
    />
  );
}
