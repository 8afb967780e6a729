import { Copy, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { copyText } from "../../../ui/copy-text.ts";
import flow from "../../../ui/flow.module.css";
import { Popover } from "../../../ui/popover.tsx";
import { safeHref } from "../../../ui/text/safe-href.ts";
import { toast } from "../../../ui/toast.tsx";
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
        <code className={linkStyles.address}>{href}</code>
        <div className={flow.wrap}>
          <Button size="s" icon={Copy} onClick={() => void copyAddress(href)}>
            Copy address
          </Button>
          {isSafe ? (
            <Button asChild size="s">
              <a href={href} target="_blank" rel="noreferrer noopener">
                <ExternalLink size={14} strokeWidth={1.5} aria-hidden />
                Open in browser
              </a>
            </Button>
          ) : null}
        </div>
      </div>
    </Popover>
  );
}

async function copyAddress(href: string): Promise<void> {
  if (await copyText(href)) toast.success("Copied the address");
  else toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
}
