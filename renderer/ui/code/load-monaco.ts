import { useEffect, useState } from "react";

/** The editor's module: megabytes, so that nothing but {@link loadMonaco} may import it as a value. */
export type Monaco = typeof import("./monaco.ts");

let loading: Promise<Monaco> | undefined;
let loaded: Monaco | null = null;

/** Fetches the editor; call it on intent (a hovered file) so that opening is quick. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= import("./monaco.ts").then(
    (monaco) => {
      loaded = monaco;
      return monaco;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The editor's module once it is there; `failure` when it could not be fetched. */
export function useMonaco(): { readonly monaco: Monaco | null; readonly failure: string | null } {
  const [state, setState] = useState<{ monaco: Monaco | null; failure: string | null }>({
    monaco: loaded,
    failure: null,
  });
  useEffect(() => {
    if (loaded) {
      setState((now) => (now.monaco === loaded ? now : { monaco: loaded, failure: null }));
      return undefined;
    }
    let canceled = false;
    loadMonaco().then(
      (monaco) => canceled || setState({ monaco, failure: null }),
      (error: unknown) => canceled || setState({ monaco: null, failure: String(error) }),
    );
    return () => {
      canceled = true;
    };
  }, []);
  return state;
}
