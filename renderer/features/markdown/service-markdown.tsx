import { useMemo } from "react";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { accountPicturePath } from "../../../shared/host/account-pictures.ts";
import { useOptionalAccountId } from "../../api/account-context.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { fetchImage } from "../../api/images.ts";
import { useAccount } from "../../state/host-state.ts";
import { Markdown, type MarkdownProps } from "../../ui/markdown/markdown.tsx";
import { type Reference, resolveReference } from "../../ui/markdown/resolve-reference.ts";
import { renderFileInWorker, renderInWorker } from "../../workers/markdown/markdown-engine.ts";
import { hrefs } from "../addresses/hrefs.ts";
import { useGo } from "../addresses/use-go.ts";
import { useRouteProject } from "../addresses/use-route.ts";
import { type MarkdownScope, MarkdownScopeContext } from "./markdown-scope.ts";
import { ReferenceLink } from "./reference-link.tsx";
import { nameAddress, servicePage, uploadAddress } from "./service-addresses.ts";

interface ServiceMarkdownProps extends Partial<Omit<MarkdownProps, "text">> {
  readonly text: string;
  /** Account and project of the text, where they are not those of the address. */
  readonly scope?: MarkdownScope;
}

/**
 * A text of a service as GitLab draws it: references and uploads are of its project, relative addresses too, unless it is a
 * document in a folder or a wiki. Every Markdown text of a service is drawn by this.
 */
export function ServiceMarkdown({ text, scope, ...given }: ServiceMarkdownProps) {
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
  const serviceId = service?.id;
  const fetchUpload = useMemo(
    () =>
      serviceId === undefined
        ? undefined
        : (url: string, signal: AbortSignal) => fetchImage(accountPicturePath(serviceId, url), signal),
    [serviceId],
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
        fetchUpload={fetchUpload}
      />
    </MarkdownScopeContext>
  );
}
