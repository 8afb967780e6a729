import { useDeferredValue, useEffect, useState } from "react";

/** A search text as it is typed; `commit` is called with it after a short pause in typing. */
export function useTypedSearch(current: string, commit: (value: string) => void) {
  const [text, setText] = useState(current);
  const settled = useDeferredValue(text);
  useEffect(() => {
    if (settled === current) return;
    const timer = setTimeout(() => commit(settled), 200);
    return () => clearTimeout(timer);
  });
  return [text, setText] as const;
}
