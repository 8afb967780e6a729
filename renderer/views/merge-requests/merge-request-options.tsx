import type { ReactNode } from "react";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { LabelMark, LabelPicker, useLabelColors } from "../../features/labels/labels.tsx";
import { PeoplePicker } from "../../features/people/people-picker.tsx";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button } from "../../ui/buttons/button.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./new-merge-request.module.css";

interface MergeRequestOptionsProps {
  readonly project: string;
  readonly draft: MergeRequestDraft;
  readonly onChange: (patch: Partial<MergeRequestDraft>) => void;
}

/** Assignees, reviewers and labels of a new merge request. */
export function MergeRequestOptions({ project, draft, onChange }: MergeRequestOptionsProps) {
  const { colors } = useLabelColors(draft.labels.length > 0 ? project : null);
  return (
    <div className={styles.options}>
      <Option title="Assignees" people={draft.assignees}>
        <PeoplePicker
          project={project}
          label="People to assign"
          trigger={<Button size="s">Edit assignees</Button>}
          chosen={draft.assignees}
          onDone={(people) => onChange({ assignees: [...people] })}
        />
      </Option>
      <Option title="Reviewers" people={draft.reviewers}>
        <PeoplePicker
          project={project}
          label="People to review"
          trigger={<Button size="s">Edit reviewers</Button>}
          chosen={draft.reviewers}
          onDone={(people) => onChange({ reviewers: [...people] })}
        />
      </Option>
      <div className={styles.option}>
        <span className={layout.strong}>Labels</span>
        {draft.labels.length > 0 ? (
          <span className={flow.clusterTight}>
            {draft.labels.map((name) => (
              <LabelMark key={name} name={name} color={colors.get(name)} />
            ))}
          </span>
        ) : null}
        <LabelPicker
          project={project}
          trigger={<Button size="s">Edit labels</Button>}
          chosen={draft.labels}
          onDone={(labels) => onChange({ labels })}
        />
      </div>
    </div>
  );
}

function Option({
  title,
  people,
  children,
}: {
  readonly title: string;
  readonly people: readonly UserSummary[];
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.option}>
      <span className={layout.strong}>{title}</span>
      {people.length > 0 ? (
        <span className={flow.clusterTight}>
          {people.map((person) => (
            <span key={person.id} className={styles.person}>
              <PersonAvatar person={person} size={18} /> {person.name}
            </span>
          ))}
        </span>
      ) : null}
      {children}
    </div>
  );
}

type MergeRequestDraft = TypedDocument<"drafts", "new-merge-request">["value"];

const blank: MergeRequestDraft = {
  source: "",
  title: "",
  description: "",
  assignees: [],
  reviewers: [],
  labels: [],
  isDraft: false,
  deletesSource: true,
};
const drafts = createStoredValues("drafts", "new-merge-request", blank);

/** Returns the draft of a project's next merge request: stored on disk as it is filled in, until it was created. */
export function useMergeRequestDraft(account: string, project: string) {
  const key = `new-merge-request ${JSON.stringify([account, project])}`;
  const { value } = useStoredValue(drafts, key);
  return {
    draft: value,
    change: (patch: Partial<MergeRequestDraft>) => drafts.change(key, (now) => ({ ...now, ...patch })),
    clear: () => drafts.change(key, () => blank),
    /** Restores a discarded draft, unless something has been typed since. */
    restore: (gone: MergeRequestDraft) => drafts.change(key, (now) => (now === blank ? gone : now)),
    isBlank: JSON.stringify(value) === JSON.stringify(blank),
  };
}
