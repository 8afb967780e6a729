import { useMemo } from "react";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { useOptionalAccountId } from "../../api/account-context.ts";
import { fetchImage } from "../../api/fetch-image.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { useAccount } from "../../state/host-state.ts";
import { Markdown, type MarkdownProps } from "../../ui/markdown/markdown-elements.tsx";
import { type Reference, resolveReference } from "../../ui/markdown/markdown-links.ts";
import { renderFileInWorker, renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import { useGo } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { useRouteProject } from "../addresses/use-route.ts";
import { ReferenceLink } from "./reference-link.tsx";
import {
  type MarkdownScope,
  MarkdownScopeContext,
  nameAddress,
  projectUpload,
  servicePage,
  uploadAddress,
} from "./service-addresses.ts";

/** A text, and what differs from the usual document of a service. */
export interface DrawnMarkdownProps extends Partial<Omit<MarkdownProps, "text">> {
  readonly text: string;
  /** Account and project of the text, where they are not those of the address. */
  readonly scope?: MarkdownScope;
  /** Returns an upload that this page has itself; undefined for one that is fetched. */
  readonly heldUpload?: (url: string) => Blob | undefined;
}

/** The text of `ServiceMarkdown`, drawn once this code is there. */
export function DrawnMarkdown({ text, scope, heldUpload, ...given }: DrawnMarkdownProps) {
  const go = useGo();
  const routeAccount = useOptionalAccountId();
  const routeProject = useRouteProject() ?? null;
  const account = scope ? scope.account : routeAccount;
  const project = scope ? scope.project : routeProject;
  const service = useAccount(account);
  const inScope = useMemo(() => ({ account, project }), [account, project]);
  const inRepository = given.folder !== undefined;
  const resolve = (address: string): Reference => {
    const text = address.trim();
    // A wiki has uploads of its own.
    const known =
      service && !given.resolve
        ? (uploadAddress(service, project, text, inRepository) ?? servicePage(service, text))
        : null;
    const reference = known ?? given.resolve?.(text) ?? resolveReference(given.folder ?? "", text);
    return reference.kind === "file" && !given.linkTo && project === null ? { kind: "none" } : reference;
  };
  const linkTo = (path: string, hash: string): string =>
    account === null || project === null ? "" : hrefs.project(account, project, "files", { path }, hash);
  const imageUrl = (path: string): string =>
    account === null || project === null
      ? ""
      : operationUrl(account, getRawFile, { id: project, file_path: path, ref: "HEAD" });
  const { id, url } = service ?? {};
  const fetchImage = useMemo(
    () =>
      id === undefined || url === undefined
        ? undefined
        : async (address: string, signal: AbortSignal) =>
            heldUpload?.(address) ?? fetchUpload({ id, url }, address, signal),
    [id, url, heldUpload],
  );
  return (
    <MarkdownScopeContext value={inScope}>
      <Markdown
        render={inRepository ? renderFileInWorker : renderInWorker}
        folder=""
        linkTo={linkTo}
        imageUrl={imageUrl}
        onNavigate={go}
        {...given}
        text={text}
        resolve={resolve}
        Reference={ReferenceLink}
        nameAddress={service ? (url) => nameAddress(service, project, url) : undefined}
        fetchUpload={fetchImage}
      />
    </MarkdownScopeContext>
  );
}

/** Statuses of a service before 17.4, which has no operation for uploads. */
const lacking: readonly (number | undefined)[] = [404, 405, 501];

/**
 * Fetches an image that was uploaded to the account's service: that of a project by its operation, any other, and that of
 * an older service, as everybody gets it. Throws ProblemError.
 */
async function fetchUpload(
  account: { readonly id: string; readonly url: string },
  url: string,
  signal: AbortSignal,
): Promise<Blob> {
  const upload = projectUpload(account, url);
  const asEverybody = () => fetchImage(accountRoutes.picture, { account: account.id, url }, signal);
  if (!upload) return asEverybody();
  try {
    return await fetchImage(accountRoutes.upload, { account: account.id, ...upload }, signal);
  } catch (error) {
    if (!(error instanceof ProblemError) || !lacking.includes(error.problem.status)) throw error;
    return asEverybody().catch(() => {
      const message = "Not found. Services before 17.4 show uploads of private projects in a browser alone.";
      throw new ProblemError({ ...error.problem, message });
    });
  }
}
