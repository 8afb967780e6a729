import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { LabelMark, LabelPicker, useLabelColors } from "../../features/labels/labels.tsx";
import { AddMergeRequest } from "../../features/merge-requests/add-merge-request.tsx";
import { hasBlocks, noBlocksText } from "../../features/merge-requests/use-blocks.ts";
import { PeoplePicker } from "../../features/people/people-picker.tsx";
import styles from "../../features/work-page/new-work.module.css";
import { MilestonePicker } from "../../features/work-page/sidebar-fields.tsx";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";

interface MergeRequestOptionsProps {
  readonly project: string;
  readonly draft: MergeRequestDraft;
  readonly onChange: (patch: Partial<MergeRequestDraft>) => void;
}

/** Assignees, reviewers, labels, milestone and dependencies of a new merge request. */
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
      <div className={styles.option}>
        <span className={layout.strong}>Milestone</span>
        {draft.milestone ? <span>{draft.milestone.title}</span> : null}
        <MilestonePicker
          project={project}
          noun="merge request"
          trigger={<Button size="s">Edit milestone</Button>}
          chosen={draft.milestone}
          onChoose={(chosen) => onChange({ milestone: chosen && { id: chosen.id, title: chosen.title } })}
        />
      </div>
      <BlockedBy
        project={project}
        chosen={draft.blockedBy}
        onChange={(blockedBy) => onChange({ blockedBy })}
      />
    </div>
  );
}

interface BlockedByProps {
  readonly project: string;
  readonly chosen: MergeRequestDraft["blockedBy"];
  readonly onChange: (chosen: MergeRequestDraft["blockedBy"]) => void;
}

/** The merge requests that have to be merged before the new one; where the service has none, the reason once one is named. */
function BlockedBy({ project, chosen, onChange }: BlockedByProps) {
  const account = useAccountId();
  const client = useQueryClient();
  const [isLacking, setLacking] = useState(false);
  return (
    <div className={styles.option}>
      <span className={layout.strong}>Blocked by</span>
      {isLacking ? (
        <span className={layout.small} role="status">
          {noBlocksText}
        </span>
      ) : (
        <>
          {chosen.map(({ id, project: path, iid, title }) => {
            const name = path === project ? `!${iid}` : `${path}!${iid}`;
            return (
              <span key={id} className={styles.person} title={title}>
                {name}
                <IconButton
                  label={`Remove ${name}`}
                  icon={X}
                  size="s"
                  onClick={() => onChange(chosen.filter((each) => each.id !== id))}
                />
              </span>
            );
          })}
          <AddMergeRequest
            project={project}
            label="Merge request to merge first"
            trigger={<Button size="s">Add merge request</Button>}
            onAdd={async ({ id, iid, title }, path) => {
              const has = await hasBlocks(client, account, path, iid);
              setLacking(!has);
              if (has && !chosen.some((each) => each.id === id))
                onChange([...chosen, { id, project: path, iid, title }]);
            }}
          />
        </>
      )}
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
  milestone: null,
  blockedBy: [],
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
