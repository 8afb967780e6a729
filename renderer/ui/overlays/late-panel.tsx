import { type ComponentType, useEffect } from "react";
import { create } from "zustand";

const preloads: (() => Promise<void>)[] = [];

/** Loads the code of all panels, so that each opens at once. */
export async function preloadPanels(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()));
}

/** A panel whose code is loaded when it is first rendered, or before. */
export interface LatePanel<P> {
  /** Renders nothing until the code is there. Later it renders at once, without a fallback. */
  readonly Panel: ComponentType<P>;
  /** Loads the code. A failure is no error yet: the next call tries again. */
  readonly preload: () => Promise<void>;
}

/** Makes a panel of a component that is loaded later: what is closed at first costs a start nothing. */
export function latePanel<P extends object>(load: () => Promise<ComponentType<P>>): LatePanel<P> {
  const useLoaded = create<{ readonly component: ComponentType<P> | null }>(() => ({ component: null }));
  const loading: { current: Promise<void> | null } = { current: null };
  const preload = () => {
    loading.current ??= load().then(
      (component) => useLoaded.setState({ component }),
      () => {
        loading.current = null;
      },
    );
    return loading.current;
  };
  preloads.push(preload);
  function Panel(props: P) {
    const Component = useLoaded((state) => state.component);
    useEffect(() => void preload(), []);
    return Component ? <Component {...props} /> : null;
  }
  return { Panel, preload };
}
