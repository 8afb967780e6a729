import { useEffect, useState } from "react";
import { HiddenNotice } from "../../../ui/text/hidden-notice.tsx";
import type { HiddenCharacters as Found } from "../../../workers/text/text-document.ts";
import type { OpenText } from "../../../workers/text/text-engine.ts";

/** Warns above a file with invisible characters. */
export function HiddenCharactersNotice({
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
      // The marks in the text do not depend on this search.
      () => undefined,
    );
    return () => controller.abort();
  }, [open]);
  return found?.open === open ? <HiddenNotice {...found.result} onLine={onLine} /> : null;
}
