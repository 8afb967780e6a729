import { useCallback, useRef, useState } from "react";
import { getRawWikiFile } from "../../../../shared/api/resources/wikis.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { decodePercent } from "../../../../shared/text/decode-percent.ts";
import { folderOf, nameOf } from "../../../../shared/text/paths.ts";
import { looseName } from "../../../../shared/wiki/pages.ts";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { serviceUrls } from "../../../features/addresses/service-urls.ts";
import { downloadWithNotice } from "../../../features/file-preview/download-with-notice.ts";
import { ServiceMarkdown } from "../../../features/markdown/service-markdown.tsx";
import { useAccount } from "../../../state/host-state.ts";
import type { Reference } from "../../../ui/markdown/markdown-links.ts";
import type { RenderedPage } from "../../../workers/wiki/render-page.ts";
import { renderPageInWorker } from "../../../workers/wiki/wiki-engine.ts";
import { attachedFile } from "../model/attached-files.ts";
import { resolveWikiLink, type WikiLink } from "../model/resolve-link.ts";
import { useWiki, type Wiki } from "../model/use-wiki.ts";
import styles from "./read.module.css";

interface PageDocumentProps
  extends Optional<{
    version: string;
  }> {
  /** Base slug of the page's links; empty for a new page without a title. */
  readonly slug: string;
  readonly text: string;
  readonly format: string;
  /** Renders a preview: elements carry their source line, and headings have no links. */
  readonly preview?: boolean;
  readonly onRendered?: (page: RenderedPage) => void;
  /** Changes a task by its line; absent where the page cannot be changed. */
  readonly onTask?: ((line: number, isDone: boolean) => void) | undefined;
}

/** The rendered text of a page in any format, with links and attachments of the wiki. */
export function PageDocument(props: PageDocumentProps) {
  const { slug, text, format, version, preview = false, onRendered, onTask } = props;
  const wiki = useWiki();
  const { account, project, names, hrefOf, fileUrl, go } = wiki;
  /** Files of the wiki by address; a link to one downloads it. */
  const files = useRef(new Map<string, string>());
  const [fields, setFields] = useState<RenderedPage["fields"]>([]);
  const render = useCallback(
    async (source: string, signal: AbortSignal) => {
      const rendered = await renderPageInWorker({ text: source, format, lines: preview }, signal);
      setFields(rendered.fields);
      onRendered?.(rendered);
      return rendered.tree;
    },
    [format, preview, onRendered],
  );
  const projectUrl = wiki.details?.web_url ?? null;
  const serviceUrl = useAccount(account)?.url;
  const resolve = (address: string): Reference => {
    const link = resolveWikiLink({ slug, pages: names, projectUrl }, address);
    if (link.kind === "page") {
      const target = { kind: "file", path: link.slug, hash: link.hash } as const;
      return link.title === null || !wiki.list.data
        ? target
        : { ...target, missing: "Page does not exist: create" };
    }
    if (link.kind === "project") return projectReference(wiki, link);
    if (link.kind !== "attachment") return link;
    if (fileUrl(link.path) !== null) return { kind: "file", path: attachmentMark + link.path, hash: "" };
    const { path_with_namespace: path } = wiki.details ?? {};
    if (path === undefined || serviceUrl === undefined) return { kind: "none" };
    // At the account's address, which may be another than the one that the service has for itself.
    const ofProject = `${serviceUrl.replace(/\/+$/, "")}/${path}`;
    return { kind: "upload", url: serviceUrls.projectPage(ofProject, `wikis/${link.path}`) };
  };
  const linkTo = (path: string, hash: string): string => {
    if (path.startsWith(repositoryMark)) return repositoryHref(wiki, path.slice(repositoryMark.length), hash);
    if (path.startsWith(attachmentMark)) {
      const file = path.slice(attachmentMark.length);
      const url = fileUrl(file) ?? "";
      files.current.set(url, file);
      return url;
    }
    const known = names.has(looseName(path)) || !wiki.list.data;
    if (known) return hrefOf({ kind: "page", slug: path }, {}, hash);
    return hrefOf({ kind: "new" }, { title: path.replaceAll("-", " ") });
  };
  const heldUpload = useCallback(
    (url: string) => attachedFile({ account, project }, decodePercent(url.split("/wikis/").at(-1) ?? "")),
    [account, project],
  );
  const onNavigate = (href: string): void => {
    const file = files.current.get(href);
    if (file === undefined) go(href);
    else void downloadWithNotice(account, getRawWikiFile, { id: project, file_path: file }, nameOf(file));
  };
  return (
    <>
      {fields.length > 0 ? <FrontMatter fields={fields} /> : null}
      <ServiceMarkdown
        text={text}
        scope={{ account, project }}
        render={render}
        folder={folderOf(slug)}
        linkTo={linkTo}
        imageUrl={(path) => fileUrl(path.replace(attachmentMark, "")) ?? ""}
        onNavigate={onNavigate}
        heldUpload={heldUpload}
        resolve={resolve}
        headingHref={
          preview ? undefined : (id) => hrefOf({ kind: "page", slug }, version ? { version } : {}, id)
        }
        linksVersion={names}
        onTask={format === "markdown" ? onTask : undefined}
      />
    </>
  );
}

/** Prefixes of paths to files of the wiki and of the repository, which no slug has. */
const attachmentMark = "file:";
const repositoryMark = "repository:";

type ProjectLink = Extract<WikiLink, { kind: "project" }>;

/** Opens files and folders of the repository in the app, other project paths in the browser. */
function projectReference({ details }: Wiki, { path, hash }: ProjectLink): Reference {
  if (/^(blob|tree|raw)\//.test(path)) return { kind: "file", path: repositoryMark + path, hash };
  if (!details?.web_url) return { kind: "none" };
  return { kind: "external", url: serviceUrls.projectPage(details.web_url, path, hash) };
}

/** Address within the app of a path such as `blob/main/README.md`. */
function repositoryHref({ account, project }: Wiki, path: string, hash: string): string {
  const [, ref = "", ...rest] = path.split("/");
  return hrefs.project(account, project, "files", { ref, path: rest.join("/") }, hash);
}

function FrontMatter({ fields }: Pick<RenderedPage, "fields">) {
  return (
    <table className={styles.fields} aria-label="Front matter">
      <tbody>
        {fields.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td dir="auto">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
