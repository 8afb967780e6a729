import { useRouter } from "@tanstack/react-router";
import { type ComponentProps, useCallback, useEffect, useRef } from "react";

export interface AppLinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** Address within the app, from `hrefs`. */
  readonly href: string;
  /** Replaces the history entry. */
  readonly replace?: boolean;
  /** Parts of the address: they belong to `href`. */
  readonly hash?: never;
  readonly search?: never;
  readonly params?: never;
  readonly to?: never;
}

/** Long enough that passing over a list requests nothing. */
const preloadDelayMs = 120;

/** A link within the app. Pointing at it, focusing it or pressing on it loads the code and the first data of its view. */
export function AppLink({ href, replace, onClick, ...rest }: AppLinkProps) {
  const go = useGo();
  return (
    <a
      {...usePreload(href, rest)}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
        if (event.defaultPrevented || modified || event.button !== 0 || rest.target) return;
        event.preventDefault();
        go(href, { isFollowed: true, ...(replace ? { replace } : {}) });
      }}
    />
  );
}

type Props = ComponentProps<"a">;

/** Returns the given properties with those that preload an address added to them. */
function usePreload(href: string, rest: Props): Props {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Errors are shown by the view, which loads the same again.
  const preload = () => void router.preloadRoute({ to: ".", href }).catch(() => undefined);
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(preload, preloadDelayMs);
  };
  const stop = () => clearTimeout(timer.current);
  return {
    ...rest,
    onMouseEnter: both(rest.onMouseEnter, start),
    onMouseLeave: both(rest.onMouseLeave, stop),
    onFocus: both(rest.onFocus, start),
    // A click is a press and a release: the time between them is used.
    onPointerDown: both(rest.onPointerDown, ({ button }: { button: number }) => {
      if (button !== 0) return;
      stop();
      preload();
    }),
    onBlur: both(rest.onBlur, stop),
  };
}

const both =
  <E,>(first: ((event: E) => void) | undefined, second: (event: E) => void) =>
  (event: E) => {
    first?.(event);
    second(event);
  };

/**
 * Navigates to an address within the app; `replace` replaces the history entry. `isFollowed`: the user chose it, so that a
 * tab that is kept stays as it is.
 */
export type Go = (
  href: string,
  options?: { readonly replace?: boolean; readonly isFollowed?: boolean },
) => void;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Whether the user chose the address, by a link or in a list of places. */
    isFollowed?: boolean;
  }
}

/** Returns a function that opens an address of the app in the current tab. */
export function useGo(): Go {
  const { history } = useRouter();
  return useCallback(
    // The address that is shown already is loaded again, and is not a further step of the history.
    (href, { replace = href === history.location.href, isFollowed = false } = {}) =>
      replace ? history.replace(href) : history.push(href, isFollowed ? { isFollowed } : {}),
    [history],
  );
}
