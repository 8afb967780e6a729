import { FileText, Plus, Tag as TagIcon, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { createTag, deleteTag, listTags, type Tag } from "../../../shared/api/resources/tags.ts";
import { plainLines } from "../../../shared/text/plain-markdown.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationPages } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText, oneOf } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { PagedList } from "../../features/paged-list/list-states.tsx";
import { totalText } from "../../features/paged-list/load-more.tsx";
import { useRefNameProblem } from "../../features/ref-picker/ref-name-problem.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { useDraft } from "../../state/drafts.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SearchField, TextField } from "../../ui/forms/text-field.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useLostRowFocus } from "../../ui/overlays/use-focus-return.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./tags.module.css";

const ReleaseNotes = lazy(async () => ({ default: (await import("./release-notes.tsx")).ReleaseNotes }));

const tagOrders = {
  updated: { label: "Recently updated", order_by: "updated", sort: "desc" },
  oldest: { label: "Oldest first", order_by: "updated", sort: "asc" },
  name: { label: "Name", order_by: "name", sort: "asc" },
  "name-reversed": { label: "Name, reversed", order_by: "name", sort: "desc" },
} as const;
const tagOrderNames = ["updated", "oldest", "name", "name-reversed"] as const;

const tagsSearch = {
  search: anyText,
  order: oneOf(...tagOrderNames),
};

/** Tags of a project, latest first, with their annotations and release notes. */
export function TagsView() {
  return (
    <NeedsCommits
      {...useProjectRoute()}
      icon={TagIcon}
      page="Tags"
      title="No tags yet"
      description="A tag gives a commit a name for good, so it needs a commit first."
    >
      <Tags />
    </NeedsCommits>
  );
}

function Tags() {
  const { account, project } = useProjectRoute();
  const [{ search = "", order = "updated" }, changeSearch] = useAddressSearch(tagsSearch);
  const write = { create: useWrite(createTag), remove: useWrite(deleteTag) };
  const [creating, setCreating] = useState(false);
  const [editing, setEditing] = useState<Tag | null>(null);
  const details = useOperation(getProject, { id: project });
  const { order_by, sort } = tagOrders[order];
  const tags = useOperationPages(
    listTags,
    { id: project, order_by, sort, per_page: 50, search: search || undefined },
    { keepPrevious: true },
  );
  useLostRowFocus(tags.items);

  const remove = async (tag: Tag) => {
    const { commit } = tag;
    // The interface creates tags of commits alone.
    const isFinal = commit === null;
    if (isFinal && !(await confirm(finalDeletion(tag.name)))) return;
    try {
      await write.remove({ id: project, tag_name: tag.name });
      toast.info(`Deleted the tag ${tag.name}`, {
        action: isFinal ? undefined : { label: "Undo", onSelect: () => void restore(tag, commit.id) },
      });
    } catch (error) {
      toast.problem(`The tag ${tag.name} was not deleted`, describeProblem(error));
    }
  };
  const restore = async (tag: Tag, commit: string) => {
    try {
      await write.create({
        id: project,
        tag_name: tag.name,
        ref: commit,
        message: tag.message || undefined,
      });
      toast.success(`Restored the tag ${tag.name}`);
    } catch (error) {
      toast.problem(`The tag ${tag.name} was not restored`, describeProblem(error));
    }
  };

  return (
    <div className={layout.page}>
      <PageHeader
        title="Tags"
        icon={TagIcon}
        meta={totalText(tags, "tag")}
        tools={
          <search aria-label="Tags">
            <SearchField
              label="Search tags"
              placeholder="^prefix, suffix$"
              value={search}
              onChange={(value) => changeSearch({ search: value })}
            />
            <Select
              label="Order by"
              hideLabel
              value={order}
              onChange={(value) => changeSearch({ order: value === "updated" ? undefined : value })}
              options={tagOrderNames.map((value) => ({ value, label: tagOrders[value].label }))}
            />
          </search>
        }
        actions={
          <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
            New tag
          </Button>
        }
      />
      <PagedList
        label="Tags"
        list={tags}
        items={tags.items}
        scope={`${search} ${order}`}
        empty={
          <EmptyState
            icon={TagIcon}
            title={search ? "No matching tags" : "No tags yet"}
            description={
              search
                ? "Try different words."
                : "A tag gives a commit a name for good; notes make it a release."
            }
          />
        }
        itemKey={(tag) => tag.name}
        rowHeight={64}
        measure
        renderItem={(tag) => (
          <div className={styles.row}>
            <div className={layout.rowText}>
              <div className={layout.line}>
                <AppLink
                  href={hrefs.project(account, project, "files", { ref: tagRef(tag.name) })}
                  className={styles.name}
                >
                  <bdi>{tag.name}</bdi>
                </AppLink>
                {tag.message === null ? <Badge>Lightweight</Badge> : null}
                {tag.commit === null ? <Badge>Not of a commit</Badge> : null}
                {tag.release ? (
                  <AppLink
                    href={hrefs.project(account, project, "releases", undefined, tag.name)}
                    aria-label={`Release of ${tag.name}`}
                  >
                    <Badge tone="accent">Release</Badge>
                  </AppLink>
                ) : null}
              </div>
              <div className={styles.meta}>
                {tag.commit ? (
                  <AppLink
                    href={hrefs.commit(account, project, tag.commit.id)}
                    className={cx(layout.ellipsis, styles.commit)}
                  >
                    <code>{tag.commit.short_id}</code> {tag.commit.title}
                  </AppLink>
                ) : (
                  <code>{tag.target.slice(0, 8)}</code>
                )}
                {tag.created_at || tag.commit?.committed_date ? (
                  <RelativeTime time={tag.created_at ?? tag.commit?.committed_date ?? ""} />
                ) : null}
              </div>
              {tag.release?.description || tag.message ? (
                <p className={styles.notes}>{linesOf(tag.release?.description || tag.message || "")}</p>
              ) : null}
            </div>
            {tag.commit ? (
              <Button
                size="s"
                icon={FileText}
                aria-label={`${tag.release ? "Release notes" : "Create release"} of ${tag.name}`}
                onClick={() => setEditing(tag)}
              >
                {tag.release ? "Release notes" : "Create release"}
              </Button>
            ) : null}
            <IconButton
              writes
              size="s"
              icon={Trash2}
              label={`Delete the tag ${tag.name}`}
              onClick={() => void remove(tag)}
            />
          </div>
        )}
      />
      {creating ? (
        <NewTag
          project={project}
          from={details.data?.default_branch ?? ""}
          onClose={() => setCreating(false)}
        />
      ) : null}
      {editing ? (
        <Suspense>
          <ReleaseNotes project={project} tag={editing} onClose={() => setEditing(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

const finalDeletion = (name: string) => ({
  title: `Delete the tag ${name}?`,
  description:
    "It names a file or a folder, not a commit. Helve can restore tags of commits only, so this cannot be undone here.",
  confirmLabel: "Delete",
  danger: true,
});

/** Characters of notes that are read: a row shows three lines. */
const maxNotesLength = 1_000;

const linesOf = (notes: string): string =>
  plainLines(notes.slice(0, maxNotesLength).toWellFormed()).slice(0, 3).join("\n");

interface NewTagProps {
  readonly project: string;
  readonly from: string;
  readonly onClose: () => void;
}

/** Creates a tag, whose name is checked while it is typed. Name and annotation are stored until then. */
function NewTag({ project, from, onClose }: NewTagProps) {
  const account = useAccountId();
  const write = useWrite(createTag);
  const typed = useDraft(`new-tag-name ${JSON.stringify([account, project])}`);
  const name = typed.text.trim();
  const problem = useRefNameProblem(project, "tag", name);
  const [chosen, setRef] = useState<string | null>(null);
  // The default branch may become known after the dialog was opened.
  const ref = chosen ?? from;
  const message = useDraft(`new-tag ${JSON.stringify([account, project])}`);
  const submission = useSubmit(async () => {
    await write({
      id: project,
      tag_name: name,
      ref,
      message: message.text || undefined,
    });
    typed.clear();
    message.clear();
    toast.success(`Created the tag ${name}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="New tag"
      submitLabel="Create tag"
      submission={submission}
      isReady={name !== "" && problem === undefined && ref !== ""}
    >
      <TextField label="Name" mono value={typed.text} onChange={typed.setText} error={problem} autoFocus />
      <RefPicker
        project={project}
        label="Target"
        showsLabel
        current={ref || null}
        defaultBranch={from || null}
        onChoose={setRef}
      />
      <TextArea
        label="Annotation"
        value={message.text}
        onChange={message.setText}
        hint="Leave empty for a lightweight tag"
      />
    </FormDialog>
  );
}
