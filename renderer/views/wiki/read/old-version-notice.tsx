import { RotateCcw } from "lucide-react";
import { getWikiPage, type WikiPage } from "../../../../shared/api/resources/wikis.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { toProblem } from "../../../api/host.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { saveWikiDraft } from "../../../state/wiki-drafts.ts";
import { Button } from "../../../ui/button.tsx";
import flow from "../../../ui/flow.module.css";
import { toast } from "../../../ui/toast.tsx";
import { textOfPage } from "../model/page-text.ts";
import { useWiki } from "../model/use-wiki.ts";
import styles from "./read.module.css";

interface OldVersionNoticeProps {
  /** As it was then. */
  readonly page: WikiPage;
  readonly version: string;
}

/** Explains that an old version is shown, with a button that restores it. */
export function OldVersionNotice({ page, version }: OldVersionNoticeProps) {
  const { account, project, mayWrite, go, hrefOf } = useWiki();
  const { slug } = page;
  const restore = async () => {
    try {
      const now = textOfPage(await fetchOperation(account, getWikiPage, { id: project, slug }));
      saveWikiDraft({
        account,
        project,
        id: slug,
        base: now,
        text: { ...now, content: page.content ?? "", format: page.format },
      });
      go(hrefOf({ kind: "edit", slug }));
    } catch (error) {
      toast.problem("The version was not restored", toProblem(error));
    }
  };
  return (
    <div className={styles.notice} role="status">
      <span>
        This is the page at version <code>{version.slice(0, 8)}</code>.
      </span>
      <span className={flow.grow} />
      {mayWrite ? (
        <Button size="s" icon={RotateCcw} onClick={() => void restore()}>
          Edit with this text
        </Button>
      ) : null}
      <Button asChild size="s">
        <AppLink href={hrefOf({ kind: "history", slug })}>History</AppLink>
      </Button>
      <Button asChild size="s">
        <AppLink href={hrefOf({ kind: "page", slug })}>Current version</AppLink>
      </Button>
    </div>
  );
}
