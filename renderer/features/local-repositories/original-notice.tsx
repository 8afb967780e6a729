import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { FolderX, RotateCw } from "lucide-react";
import { getOriginal, type Original } from "../../../shared/api/resources/local-repositories.ts";
import { invalidateRefs } from "../../api/query-client.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useBanner } from "../../state/banners.ts";
import { askForRepository } from "../../state/open-repository.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { useIsLocal } from "./local-account.ts";
import styles from "./local-repositories.module.css";
import { MovesNotice } from "./moves-notice.tsx";
import { useRemove } from "./recent-repositories.tsx";

interface OriginalNoticeProps {
  readonly account: string;
  readonly project: string;
}

/** Notice in the views of an opened repository: that its folder is away, or what moved in it. */
export function OriginalNotice({ account, project }: OriginalNoticeProps) {
  const local = useIsLocal(account);
  const original = useOperation(getOriginal, local ? { id: project } : null, { account }).data;
  if (!original) return null;
  if (original.state !== "ready") return <Away account={account} project={project} original={original} />;
  return <MovesNotice account={account} project={project} projectId={original.project_id} />;
}

function Away({ account, project, original }: OriginalNoticeProps & { readonly original: Original }) {
  const client = useQueryClient();
  const router = useRouter();
  const remove = useRemove(account);
  const isShown = useBanner("folder", true);
  if (!isShown) return null;
  const retry = () => void invalidateRefs(client, account, { id: original.project_id, path: project });
  return (
    <div className={cx(styles.notice, styles.warning)} role="status" aria-label="Repository on disk">
      <Icon of={FolderX} size={14} />
      <span className={styles.grow}>
        {original.problem} Nothing is lost: this project works again once{" "}
        {original.state === "missing" ? "it is back" : "that is solved"}.
      </span>
      <Button size="s" icon={RotateCw} onClick={retry}>
        Retry
      </Button>
      <Button size="s" onClick={() => askForRepository({ path: original.path })}>
        Open elsewhere…
      </Button>
      <Button
        size="s"
        variant="ghost"
        onClick={() =>
          void remove(original).then((removed) => {
            if (removed) router.history.push("/");
          })
        }
      >
        Remove from list
      </Button>
    </div>
  );
}
