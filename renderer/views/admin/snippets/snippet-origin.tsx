import {
  getProjectSnippet,
  getProjectSnippetUserAgent,
} from "../../../../shared/api/resources/project-snippets.ts";
import { getSnippet, getSnippetUserAgent } from "../../../../shared/api/resources/snippets.ts";
import { pathOnService } from "../../../../shared/host/account-url.ts";
import { capitalize } from "../../../../shared/text/capitalize.ts";
import { decodePercent } from "../../../../shared/text/decode-percent.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import styles from "./admin-snippets.module.css";

interface SnippetOriginProps {
  readonly account: string;
  readonly address: SnippetReference;
}

/** A snippet with its author, user agent and IP address. */
export function SnippetOrigin({ account, address }: SnippetOriginProps) {
  const { snippet, origin } = useOrigin(address);
  if (origin.isPending) return <Skeleton lines={4} height={24} label="Loading snippet" />;
  if (origin.error) {
    const problem = describeProblem(origin.error);
    const missing = "Snippet not found, or the service did not record its origin.";
    return (
      <ErrorState
        compact
        {...problem}
        message={problem.kind === "missing" ? missing : problem.message}
        onRetry={() => void origin.refetch()}
      />
    );
  }
  if (!origin.data) return null;
  const { user_agent, ip_address, akismet_submitted, spamcheck_submitted } = origin.data;
  const isSubmitted = akismet_submitted ?? spamcheck_submitted;
  const { data } = snippet;
  return (
    <section className={styles.result} aria-label="Snippet">
      {data ? (
        <div className={flow.clusterTight}>
          {address.kind === "project" ? (
            <AppLink href={hrefs.snippet(account, address.project, address.id)} className={styles.title}>
              {data.title}
            </AppLink>
          ) : (
            <span className={styles.title}>{data.title}</span>
          )}
          {data.visibility ? <Badge>{capitalize(data.visibility)}</Badge> : null}
          <span className={cx(flow.clusterTight, layout.muted)}>
            {data.author ? (
              <>
                <PersonAvatar person={data.author} size={18} /> {data.author.name} (@{data.author.username})
              </>
            ) : null}
            {data.created_at ? <RelativeTime time={data.created_at} /> : null}
          </span>
        </div>
      ) : null}
      <dl className={styles.fields}>
        <Value name="IP address" text={ip_address} />
        <Value name="User agent" text={user_agent} />
        <div>
          <dt>Spam check</dt>
          <dd>{isSubmitted === undefined ? "Unknown" : isSubmitted ? "Reported as spam" : "Not reported"}</dd>
        </div>
      </dl>
    </section>
  );
}

function useOrigin(address: SnippetReference) {
  const personal = address.kind === "personal" ? { id: address.id } : null;
  const ofProject = address.kind === "project" ? { id: address.project, snippet_id: address.id } : null;
  const one = useOperation(getSnippet, personal);
  const oneOrigin = useOperation(getSnippetUserAgent, personal);
  const other = useOperation(getProjectSnippet, ofProject);
  const otherOrigin = useOperation(getProjectSnippetUserAgent, ofProject);
  return personal ? { snippet: one, origin: oneOrigin } : { snippet: other, origin: otherOrigin };
}

const Value = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {text ? <code>{text}</code> : "Not recorded"}
      {text ? <CopyButton text={text} label={`Copy ${name === "IP address" ? name : "user agent"}`} /> : null}
    </dd>
  </div>
);

/** A snippet of a person, or of a project by its path. */
type SnippetReference =
  | { readonly kind: "personal"; readonly id: number }
  | { readonly kind: "project"; readonly project: string; readonly id: number };

/** Parses a snippet reference: `12`, `group/project$12`, or a web address of the service. Null where it is invalid. */
export function parseSnippet(text: string, service: string): SnippetReference | null {
  const trimmed = text.trim();
  const [, personal] = /^\$?(\d+)$/.exec(trimmed) ?? [];
  if (personal) return toAddress("", personal);
  const [, path = "", number = ""] = /^([^\s$:]+\/[^\s$:]+)\$(\d+)$/.exec(trimmed) ?? [];
  if (number) return toAddress(path, number);
  const page = pathOnService(trimmed, service)?.path ?? "";
  const [, folder = "", id = ""] = /^(.*?)(?:\/?-\/)?\/?snippets\/(\d+)(?:\/|$)/.exec(page) ?? [];
  return id ? toAddress(decodePercent(folder), id) : null;
}

function toAddress(path: string, number: string): SnippetReference | null {
  const id = Number(number);
  const project = path.replace(/^\/+|\/+$/g, "");
  if (!Number.isSafeInteger(id) || id < 1) return null;
  return project ? { kind: "project", project, id } : { kind: "personal", id };
}
