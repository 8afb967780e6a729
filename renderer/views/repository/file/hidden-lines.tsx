import { useEffect, useState } from "react";
import { HiddenNotice } from "../../../ui/text/hidden-notice.tsx";
import type { HiddenLines as Found } from "../../../workers/text/text-document.ts";
import type { OpenText } from "../../../workers/text/text-engine.ts";

/** Warns above a file with characters that cannot be seen. */
export function HiddenLines({
  open,
  onLine,
}: {
  readonly open: OpenText;
  readonly onLine: (line: number) => void;
}) {
  const [found, setFound] = useState<{ readonly open: OpenText; readonly result: Found } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    open.hiddenLines(controller.signal).then(
      (result) => setFound({ open, result }),
      // A text that is closed, or takes too long, is shown with its marks all the same.
      () => undefined,
    );
    return () => controller.abort();
  }, [open]);
  return found?.open === open ? <HiddenNotice {...found.result} onLine={onLine} /> : null;
}
