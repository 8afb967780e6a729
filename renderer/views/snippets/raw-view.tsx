import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { LargeTextView } from "../../ui/code/large-text-view.tsx";
import type { LineRange } from "../../ui/code/line-range.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { SnippetAddress } from "./model/snippet-address.ts";
import { useSnippetFile } from "./snippet-file.tsx";
import styles from "./snippets.module.css";

interface RawViewProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
  readonly path: string;
}

/** A file of a snippet as plain text, over the whole page. */
export function RawView({ address, snippet, path }: RawViewProps) {
  const [attempt, setAttempt] = useState(0);
  const [range, setRange] = useState<LineRange | null>(null);
  const file = useSnippetFile(address, snippet, path, attempt);
  const content = file.state === "ready" ? file.content : null;
  return (
    <section className={layout.page} aria-label={`Raw ${path}`}>
      <div className={styles.rawBar}>
        <Button size="s" icon={ArrowLeft} asChild>
          <AppLink href={hrefs.snippet(address.account, address.project, address.id, { file: path })}>
            {snippet.title}
          </AppLink>
        </Button>
        <h1 className={cx(layout.ellipsis, styles.fileName)}>{path}</h1>
      </div>
      <div className={flow.viewport}>
        {file.state === "failed" ? (
          <ErrorState {...describeProblem(file.error)} onRetry={() => setAttempt(attempt + 1)} />
        ) : content === null ? (
          <Skeleton lines={8} label="Loading the file" />
        ) : content.kind === "text" || content.kind === "large" ? (
          <LargeTextView source={content.open} label={path} range={range} onRange={setRange} />
        ) : (
          <p className={layout.muted}>This file is not text.</p>
        )}
      </div>
    </section>
  );
}
