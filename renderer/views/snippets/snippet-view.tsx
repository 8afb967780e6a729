import { ArrowLeft, Clock, Pencil, SquareCode } from "lucide-react";
import { useState } from "react";
import type { Snippet } from "../../../shared/api/resources/project-snippets.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { EntryError } from "../../features/addresses/entry-error.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { CommentText } from "../../features/comments/comment-text.tsx";
import { NoteList } from "../../features/comments/note-list.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { LargeTextView } from "../../ui/code/large-text-view.tsx";
import type { LineRange } from "../../ui/code/line-range.ts";
import { Badge } from "../../ui/marks/badge.tsx";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { MetaParts } from "../../ui/marks/meta-parts.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { SnippetEditView } from "./edit/snippet-form.tsx";
import {
  pathsOfSnippet,
  type SnippetAddress,
  useSnippet,
  useSnippetAddress,
} from "./model/snippet-address.ts";
import { visibilityBadge } from "./model/visibility.ts";
import { SnippetEditLink, SnippetFilePanel, useSnippetFile } from "./snippet-file-panel.tsx";
import { SnippetMenu } from "./snippet-menu.tsx";
import styles from "./snippets.module.css";

const snippetSearch = { view: anyText, file: anyText };

/** A snippet with its files and comments; under `new` the form of a new one. */
export function SnippetView() {
  const address = useSnippetAddress();
  const snippet = useSnippet(address);
  const [{ view, file }] = useAddressSearch(snippetSearch);
  if (Number.isNaN(address.id)) return <SnippetEditView />;
  if (snippet.data && view === "raw") {
    const paths = pathsOfSnippet(snippet.data);
    const path = paths.find((one) => one === file) ?? paths[0] ?? "";
    return <RawView address={address} snippet={snippet.data} path={path} />;
  }
  if (snippet.data) {
    return <SnippetPage key={JSON.stringify(address)} address={address} snippet={snippet.data} />;
  }
  if (snippet.error) {
    const { account, project, id } = address;
    return (
      <EntryError
        error={snippet.error}
        entry={`Snippet $${id}`}
        list={{
          label: "Snippets",
          href: project === null ? hrefs.snippets(account) : hrefs.project(account, project, "snippets"),
        }}
        onRetry={() => void snippet.refetch()}
      />
    );
  }
  return (
    <div className={styles.padded}>
      <Skeleton lines={10} label="Loading the snippet" />
    </div>
  );
}

function SnippetPage({ address, snippet }: { readonly address: SnippetAddress; readonly snippet: Snippet }) {
  const me = useOperation(getCurrentUser, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  // A project's maintainers may edit too, which the service decides; only personal snippets of others are read-only.
  const mayEdit = address.project !== null || me?.is_admin === true || me?.id === snippet.author?.id;
  const go = useGo();
  const { account, project, id } = address;
  useRegisterCommands(
    mayEdit
      ? [
          {
            id: "snippet.edit",
            title: "Edit snippet",
            section: "Snippet",
            icon: Pencil,
            run: () => go(hrefs.snippetEdit(account, project, id)),
          },
        ]
      : [],
  );
  const badge = visibilityBadge(snippet);
  const { author, created_at, updated_at, expires_at } = snippet;
  return (
    <section className={cx(flow.scroll, styles.scroll)} aria-label={snippet.title} {...focusable}>
      <PageHeader
        title={snippet.title}
        icon={SquareCode}
        state={
          <>
            {badge ? (
              <Badge icon={badge.icon} title={badge.meaning}>
                {badge.label}
              </Badge>
            ) : null}
            {expires_at ? (
              <Badge icon={Clock} tone="warning">
                Expires <RelativeTime future time={expires_at} />
              </Badge>
            ) : null}
          </>
        }
        meta={
          <MetaParts>
            <span>${snippet.id}</span>
            {author ? <span>{author.name}</span> : null}
            {created_at ? (
              <span>
                created <RelativeTime time={created_at} />
              </span>
            ) : null}
            {updated_at && created_at && updated_at > created_at ? (
              <span>
                updated <RelativeTime time={updated_at} />
              </span>
            ) : null}
          </MetaParts>
        }
        actions={
          <>
            {mayEdit ? (
              <Button icon={Pencil} asChild>
                <SnippetEditLink address={address}>Edit</SnippetEditLink>
              </Button>
            ) : null}
            <SnippetMenu
              address={address}
              snippet={snippet}
              mayDelete={mayEdit}
              isAdmin={me?.is_admin === true}
            />
          </>
        }
      />
      <div className={styles.body}>
        {snippet.description ? (
          <div className={styles.description}>
            <CommentText text={snippet.description} />
          </div>
        ) : null}
        <SnippetFiles address={address} snippet={snippet} />
        {address.project === null ? (
          <p className={layout.muted}>
            This service's API has no comments on personal snippets. Snippets of projects have them.
          </p>
        ) : (
          <NoteList parent={{ kind: "snippet", project: address.project, number: address.id }} />
        )}
      </div>
    </section>
  );
}

const focusable = { tabIndex: 0 };

interface SnippetFilesProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
}

const fileSearch = { file: anyText };

/** The files of a snippet: their names side by side where there are several, and one of them to read. */
function SnippetFiles({ address, snippet }: SnippetFilesProps) {
  const paths = pathsOfSnippet(snippet);
  const [{ file }, changeSearch] = useAddressSearch(fileSearch);
  const path = paths.find((one) => one === file) ?? paths[0] ?? "";
  return (
    <section className={styles.files} aria-label="Files">
      {paths.length > 1 ? (
        <nav className={styles.names} aria-label="Files of the snippet">
          {paths.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.name}
              aria-current={one === path ? "true" : undefined}
              onClick={() => changeSearch({ file: one })}
            >
              <FileIcon name={one} size={14} /> {one}
            </button>
          ))}
        </nav>
      ) : null}
      <SnippetFilePanel key={path} address={address} snippet={snippet} path={path} />
    </section>
  );
}

interface RawViewProps {
  readonly address: SnippetAddress;
  readonly snippet: Snippet;
  readonly path: string;
}

/** A file of a snippet as plain text, over the whole page. */
function RawView({ address, snippet, path }: RawViewProps) {
  const [attempt, setAttempt] = useState(0);
  const [range, setRange] = useState<LineRange | null>(null);
  const file = useSnippetFile(address, snippet, path, attempt);
  const content = file.state === "ready" ? file.content : null;
  return (
    <section className={layout.page} aria-label={`Raw ${path}`}>
      <PageHeader
        title={path}
        icon={SquareCode}
        actions={
          <Button icon={ArrowLeft} asChild>
            <AppLink href={hrefs.snippet(address.account, address.project, address.id, { file: path })}>
              {snippet.title}
            </AppLink>
          </Button>
        }
      />
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
