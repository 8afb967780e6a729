import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { safeHref } from "../../../ui/text/safe-href.ts";
import linkStyles from "./osc-link.module.css";
import type { SpanCss } from "./span-css.ts";

interface OscLinkProps {
  /** The link's target. */
  readonly href: string;
  readonly look: SpanCss | null;
  readonly children?: ReactNode;
}

/** A link in a log (OSC 8). A click shows its target first, since the text may be misleading. */
export function OscLink({ href, look, children }: OscLinkProps) {
  const isSafe = URL.canParse(href) && safeHref(href) !== undefined;
  const host = isSafe ? new URL(href).host : "";
  return (
    <Popover
      label="Link of the log"
      trigger={
        <button type="button" className={cx(linkStyles.link, look?.className)} style={look?.style}>
          {children}
        </button>
      }
    >
      <div className={linkStyles.destination}>
        <p>
          {host ? (
            <>
              This leads to <strong>{host}</strong>.
            </>
          ) : (
            "This address cannot be opened."
          )}
        </p>
        <div className={linkStyles.address}>
          <code>{href}</code>
          <CopyButton text={href} label="Copy address" />
        </div>
        {isSafe ? (
          <Button asChild size="s">
            <a href={href} target="_blank" rel="noreferrer noopener">
              <ExternalLink size={14} strokeWidth={1.5} aria-hidden />
              Open in browser
            </a>
          </Button>
        ) : null}
      </div>
    </Popover>
  );
}
