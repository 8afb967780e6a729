import { useAnnouncement } from "../../state/announce.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** Announces messages to screen readers. */
export function LiveRegion() {
  const { text, count } = useAnnouncement();
  return (
    <VisuallyHidden>
      <div aria-live="polite" aria-atomic="true">
        <span key={count}>{text}</span>
      </div>
    </VisuallyHidden>
  );
}
