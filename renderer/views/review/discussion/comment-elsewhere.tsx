import { useQuery } from "@tanstack/react-query";
import { FileSearch } from "lucide-react";
import { useContext, useState } from "react";
import { nameOf } from "../../../../shared/text/paths.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { inTree } from "../../../features/file-index/in-tree.ts";
import { useFormDraft } from "../../../state/form-draft.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { FileIcon } from "../../../ui/marks/file-icon.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { matchFiles } from "../../../workers/files/files-engine.ts";
import { ReviewContext } from "../merge-request/review-context.ts";
import { notifyQueued, usePost } from "./use-post.ts";

/** Commits of the version that is shown. */
interface Version {
  readonly base: string;
  readonly start: string;
  readonly head: string;
}

interface CommentElsewhereProps {
  readonly version: Version;
  readonly onClose: () => void;
}

const opened = { path: "", line: "", text: "" };
const isLine = (text: string): boolean => /^([1-9]\d{0,8})?$/.test(text);

/**
 * Comments on a file that the merge request leaves as it is. Services know no place outside of the changes, so that the
 * text names the file and its line. The draft is kept until it is sent.
 */
export function CommentElsewhere({ version, onClose }: CommentElsewhereProps) {
  const { draftKey, sources } = useContext(ReviewContext);
  const post = usePost();
  const draft = useFormDraft(`${draftKey} elsewhere`, opened);
  const { path, line, text } = draft.fields;
  const submission = useSubmit(async () => {
    const place = { oldLine: null, newLine: line === "" ? null : Number(line) };
    const outcome = await post({
      kind: "line",
      draft: {
        key: crypto.randomUUID(),
        oldPath: path,
        newPath: path,
        first: place,
        last: place,
        text,
        version,
        thread: null,
        isElsewhere: true,
        pending: false,
      },
    });
    draft.clear();
    if (outcome === "queued") notifyQueued();
    else toast.success(`Commented on ${nameOf(path)}`);
    onClose();
  });
  return (
    <FormDialog
      title="Comment on another file"
      description="Its thread is in the overview: the file is not part of the changes."
      submitLabel="Comment now"
      submission={submission}
      isReady={path !== "" && isLine(line) && text.trim() !== ""}
      failureTitle="The comment was not sent"
      onClose={onClose}
    >
      <div className={flow.cluster}>
        <FileChoice commit={version.head} onChoose={(next) => draft.change({ path: next })} />
        {path === "" ? (
          <span className={layout.muted}>No file yet</span>
        ) : (
          <bdi>
            <code>{path}</code>
          </bdi>
        )}
      </div>
      <TextField
        label="Line"
        placeholder="The whole file"
        inputMode="numeric"
        value={line}
        onChange={(next) => draft.change({ line: next.trim() })}
        error={isLine(line) ? undefined : "Use the number of a line."}
      />
      <TextArea
        label="Comment"
        placeholder="Markdown supported"
        rows={5}
        completions={sources}
        value={text}
        onChange={(next) => draft.change({ text: next })}
      />
    </FormDialog>
  );
}

interface FileChoiceProps {
  readonly commit: string;
  readonly onChoose: (path: string) => void;
}

/** Files that the list shows. */
const shownFiles = 60;

/** Chooses a file of a commit by a few letters of its path. */
function FileChoice({ commit, onChoose }: FileChoiceProps) {
  const account = useAccountId();
  const { project } = useContext(ReviewContext);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const found = useQuery({
    queryKey: ["files of a commit", account, project, commit, typed],
    queryFn: ({ signal }) =>
      inTree({ account, project, commit }, (tree) => matchFiles(tree, typed, shownFiles, signal)),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const items = (found.data?.matches ?? []).map(({ path }) => ({
    id: path,
    label: path,
    mark: <FileIcon name={nameOf(path)} />,
  }));
  return (
    <Combobox
      label="File"
      placeholder="Part of a name or path"
      trigger={<Button icon={FileSearch}>Choose file</Button>}
      items={items}
      onQuery={setTyped}
      onOpenChange={setOpen}
      loading={found.isFetching}
      problem={problemText(found.error)}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}
