import { type RefObject, useEffect, useRef, useState } from "react";

/** Returns whether an element has come into view, or close to it, with the ref for it. */
export function useVisible<E extends HTMLElement>(): readonly [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const element = ref.current;
    return visible || !element ? undefined : watch(element, () => setVisible(true));
  }, [visible]);
  return [ref, visible];
}

const watch = createWatch();

/** Returns a function that calls back once when an element comes into view: one observer for all, of which there may be thousands. */
function createWatch() {
  const waiting = new Map<Element, () => void>();
  const shared: { observer: IntersectionObserver | null } = { observer: null };
  const end = (element: Element) => {
    waiting.delete(element);
    shared.observer?.unobserve(element);
  };
  const notify = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const onVisible = waiting.get(target);
      end(target);
      onVisible?.();
    }
  };
  return (element: Element, onVisible: () => void) => {
    shared.observer ??= new IntersectionObserver(notify, { rootMargin: "200px" });
    waiting.set(element, onVisible);
    shared.observer.observe(element);
    return () => end(element);
  };
}
