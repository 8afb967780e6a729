import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Release } from "../../../shared/api/resources/releases.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { releasedMergeRequests } from "../../../shared/merge-requests/release-notes.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { EvidenceDialog } from "../../features/evidence/evidence-dialog.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { maxTags, readReleased, tagBefore } from "./read-released.ts";

interface ReleaseEvidenceProps {
  readonly project: string;
  readonly release: Release;
  readonly onClose: () => void;
}

/** Exports the reviews of the merge requests that were merged since another tag. */
export function ReleaseEvidence({ project, release, onClose }: ReleaseEvidenceProps) {
  const account = useAccountId();
  const { tag_name: tag } = release;
  const tags = useOperation(listTags, { id: project, per_page: maxTags });
  const [chosen, setChosen] = useState<string | null>(null);
  const names = (tags.data ?? []).map(({ name }) => name);
  const since = chosen ?? tagBefore(names, tag);
  const found = useQuery({
    queryKey: [account, "released", project, since, tag],
    queryFn: async ({ signal }) => {
      if (since === null) return [];
      const released = await readReleased(account, { project, from: since, to: tagRef(tag) });
      signal.throwIfAborted();
      return releasedMergeRequests(released).map(({ iid, title }) => ({ project, iid, title }));
    },
    enabled: tags.data !== undefined,
    gcTime: 0,
  });
  const failed = tags.error ? tags : found.error ? found : undefined;
  return (
    <EvidenceDialog
      targets={found.data ?? null}
      failed={failed}
      name={`evidence-${nameOf(project)}-${tag}`.replace(/[^\p{L}\p{N}._-]+/gu, "-")}
      of={`Release ${release.name ?? tag}`}
      facts={{ project, release: tag, since }}
      onClose={onClose}
    >
      <Select
        label="Changes since"
        value={since}
        onChange={setChosen}
        placeholder="No other tag"
        options={names.filter((name) => name !== tag).map((name) => ({ value: name, label: name }))}
      />
    </EvidenceDialog>
  );
}
