import type { ReactNode } from "react";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { LabelMark } from "../../features/labels/label-mark.tsx";
import { LabelPicker } from "../../features/labels/label-picker.tsx";
import { useLabelColors } from "../../features/labels/use-label-colors.ts";
import { PeoplePicker } from "../../features/people/people-picker.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import type { MergeRequestDraft } from "./merge-request-draft.ts";
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
          {people.map(({ id, name }) => (
            <span key={id} className={styles.person}>
              <Avatar name={name} size={18} /> {name}
            </span>
          ))}
        </span>
      ) : null}
      {children}
    </div>
  );
}
