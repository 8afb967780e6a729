import { useState } from "react";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { type NotesGrouping, releaseNotes } from "../../../shared/merge-requests/release-notes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import { maxTags, readReleased, tagBefore } from "./read-released.ts";
import styles from "./releases.module.css";

const groupings: readonly { readonly value: NotesGrouping; readonly label: string }[] = [
  { value: "conventional", label: "Types of Conventional Commits" },
  { value: "label", label: "Labels" },
  { value: "none", label: "Nothing" },
];

interface DraftNotesProps {
  readonly project: string;
  /** Tag of the release; empty before it is named. */
  readonly tag: string;
  /** Ref with the commits of the release: its tag, or what that is made from. */
  readonly target: string;
  readonly onDraft: (notes: string) => void;
}

/** Drafts the notes of a release from the commits and merge requests since another tag. */
export function DraftNotes({ project, tag, target, onDraft }: DraftNotesProps) {
  const account = useAccountId();
  const tags = useOperation(listTags, { id: project, per_page: maxTags });
  const [chosen, setChosen] = useState<string | null>(null);
  const [grouping, setGrouping] = useState<NotesGrouping>("conventional");
  const names = (tags.data ?? []).map(({ name }) => name);
  const others = names.filter((name) => name !== tag);
  const since = chosen ?? tagBefore(names, tag);
  const drafting = useSubmit(async () => {
    if (since === null) return;
    const notes = releaseNotes(await readReleased(account, { project, from: since, to: target }), grouping);
    if (notes === "") toast.info(`Nothing changed from ${since} to ${target}`);
    else onDraft(notes);
  });
  if (others.length === 0) return null;
  return (
    <>
      <div className={cx(flow.wrapEnd, styles.pair)}>
        <Select
          label="Changes since"
          value={since}
          onChange={setChosen}
          options={others.map((name) => ({ value: name, label: name }))}
        />
        <Select label="Grouped by" value={grouping} onChange={setGrouping} options={groupings} />
        <Button writes={false} loading={drafting.isPending} onClick={drafting.submit}>
          Draft notes
        </Button>
      </div>
      {drafting.failure ? <ErrorState inline {...drafting.failure} /> : null}
    </>
  );
}
