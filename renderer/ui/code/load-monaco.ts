import { useEffect, useState } from "react";

/** The editor's module: megabytes, so that nothing but {@link loadMonaco} may import it as a value. */
export type Monaco = typeof import("./monaco.ts");

let loading: Promise<Monaco> | undefined;

/** Fetches the editor; call it on intent (a hovered file) so that opening is quick. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= import("./monaco.ts").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

let warmed = false;

/** Fetches the editor and makes its first instance out of sight, which takes far longer than any later one. */
export async function preloadMonaco(): Promise<void> {
  const monaco = await loadMonaco();
  if (warmed) return;
  warmed = true;
  requestIdleCallback(() => {
    const editor = monaco.editor.create(document.createElement("div"), { value: "const a = 1;" });
    editor.layout({ width: 600, height: 200 });
    editor.getModel()?.dispose();
    editor.dispose();
  });
}

/** The editor's module once it is there; `failure` when it could not be fetched. */
export function useMonaco(): { readonly monaco: Monaco | null; readonly failure: string | null } {
  const [state, setState] = useState<{ monaco: Monaco | null; failure: string | null }>({
    monaco: null,
    failure: null,
  });
  useEffect(() => {
    let gone = false;
    loadMonaco().then(
      (monaco) => gone || setState({ monaco, failure: null }),
      (error: unknown) => gone || setState({ monaco: null, failure: String(error) }),
    );
    return () => {
      gone = true;
    };
  }, []);
  return state;
}
