import { Clock, Files } from "lucide-react";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { plainLine } from "../../../shared/text/plain-markdown.ts";
import { Badge } from "../../ui/badge.tsx";
import { FileIcon } from "../../ui/file-icon.tsx";
import layout from "../../ui/layout.module.css";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { pathsOf, type SnippetAddress } from "./model/snippet-address.ts";
import { visibilityBadge } from "./model/visibility.ts";
import { SnippetLink } from "./snippet-link.tsx";
import styles from "./snippets.module.css";

interface SnippetRowProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
  readonly showAuthor: boolean;
}

/** One snippet of a list: what it is, who sees it, who wrote it and when it changed. */
export function SnippetRow({ address, snippet, showAuthor }: SnippetRowProps) {
  const { title, author, expires_at, updated_at, created_at } = snippet;
  const paths = pathsOf(snippet);
  const badge = visibilityBadge(snippet);
  return (
    <div className={layout.row}>
      <FileIcon name={paths[0] ?? ""} />
      <div className={layout.rowText}>
        <span className={layout.line}>
          <SnippetLink address={address} className={layout.title} title={title}>
            {title}
          </SnippetLink>
          {badge ? (
            <Badge icon={badge.icon} title={badge.meaning} folds>
              {badge.label}
            </Badge>
          ) : null}
          {paths.length > 1 ? <Badge icon={Files}>{paths.length} files</Badge> : null}
          {expires_at ? (
            <Badge icon={Clock} tone="warning" folds>
              Expires <RelativeTime future time={expires_at} />
            </Badge>
          ) : null}
        </span>
        <span className={layout.meta}>
          <code>{paths[0]}</code>
          {showAuthor && author ? ` · ${author.name}` : ""}
          {snippet.description ? ` · ${plainLine(snippet.description)}` : ""}
        </span>
      </div>
      <span className={styles.time}>
        <RelativeTime time={updated_at ?? created_at ?? ""} />
      </span>
    </div>
  );
}
