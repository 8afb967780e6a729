import { Clock, Pencil, SquareCode } from "lucide-react";
import { useMemo } from "react";
import { z } from "zod";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { CommentText } from "../../features/comments/comment-text.tsx";
import { NoteList } from "../../features/comments/note-list.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { MetaParts } from "../../ui/meta-parts.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SnippetEditView } from "./edit/snippet-edit-view.tsx";
import { pathsOf, type SnippetAddress, useSnippet, useSnippetAddress } from "./model/snippet-address.ts";
import { visibilityBadge } from "./model/visibility.ts";
import { RawView } from "./raw-view.tsx";
import { SnippetFiles } from "./snippet-files.tsx";
import { SnippetEditLink } from "./snippet-link.tsx";
import { SnippetMenu } from "./snippet-menu.tsx";
import styles from "./snippets.module.css";

const snippetSearch = z.object({ view: z.string().optional(), file: z.string().optional() });

/** A snippet with its files and comments; under `new` the form of a new one. */
export function SnippetView() {
  const address = useSnippetAddress();
  const snippet = useSnippet(address);
  const [{ view, file }] = useAddressSearch(snippetSearch);
  if (Number.isNaN(address.id)) return <SnippetEditView />;
  if (snippet.data && view === "raw") {
    const paths = pathsOf(snippet.data);
    const path = paths.find((one) => one === file) ?? paths[0] ?? "";
    return <RawView address={address} snippet={snippet.data} path={path} />;
  }
  if (snippet.data) {
    return <SnippetPage key={JSON.stringify(address)} address={address} snippet={snippet.data} />;
  }
  if (snippet.error) {
    return <ErrorState {...describeProblem(snippet.error)} onRetry={() => void snippet.refetch()} />;
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
    useMemo(
      () =>
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
      [mayEdit, go, account, project, id],
    ),
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
