import type { ServiceStore } from "../../service-store.ts";
import type { Group } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { onlyProject, readableProjects } from "../../store/projects/readable-projects.ts";
import { findIssueById } from "../../store/review/issues.ts";
import { findMergeRequestById } from "../../store/review/merge-requests.ts";
import { type Note, searchNoteRows } from "../../store/review/notes.ts";
import { type Caller, mayReadCode } from "../access/access-level.ts";
import { issuesReadableBy } from "../access/issue-access.ts";
import { requireCaller } from "../access/require-access.ts";
import { Paged, type PageRequest } from "../paged.ts";
import { describeNote, type NoteDetails } from "./notes.ts";

/** A comment that was found, with the project that it is in. */
interface FoundNote {
  readonly details: NoteDetails;
  readonly projectId: number;
}

/**
 * Returns the requested page of the comments that match on issues and merge requests that the caller may read: of a
 * project, of a group, or of all. Throws `unauthorized`.
 */
export function searchNotes(
  caller: Caller,
  search: string,
  page: PageRequest,
  { project, group }: { readonly project?: Project; readonly group?: Group },
): Paged<FoundNote> {
  const { store } = caller;
  const user = requireCaller(caller);
  const projects = project ? onlyProject(project.id) : readableProjects(store, user, group);
  const [readable, ...values] = issuesReadableBy(store, user, group);
  const { rows, total } = searchNoteRows(
    store,
    {
      issues: project
        ? [`(${readable}) AND issues.project_id = ?`, ...values, project.id]
        : [readable, ...values],
      mergeRequests:
        project && !mayReadCode(store, user, project)
          ? null
          : [`project_id IN (${projects.sql})`, ...projects.values],
    },
    search,
    page,
  );
  return new Paged(
    rows.flatMap((note) => describe(store, note) ?? []),
    { total },
  );
}

function describe(store: ServiceStore, note: Note): FoundNote | null {
  const { parentType: type, parentId: id } = note;
  const parent = type === "Issue" ? findIssueById(store, id) : findMergeRequestById(store, id);
  if (!parent) return null;
  return { details: describeNote(store, { type, id, iid: parent.iid }, note), projectId: parent.projectId };
}
