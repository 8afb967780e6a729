import { issueTables } from "./issue-tables.ts";
import { labelTables } from "./labels.ts";
import { milestoneTables } from "./milestones.ts";

/** Table of the automatic merges that are set. */
const mergeTables = `
  CREATE TABLE auto_merges (
    merge_request_id INTEGER PRIMARY KEY REFERENCES merge_requests (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sha TEXT NOT NULL,
    request TEXT NOT NULL
  ) STRICT;
`;
/** Step that adds automatic merges, approvals and the states of reviews to a database of before. */
export const mergeStep = `
  ${mergeTables}
  ALTER TABLE merge_requests ADD COLUMN merge_error TEXT;
  ALTER TABLE merge_request_reviewers ADD COLUMN state TEXT NOT NULL DEFAULT 'unreviewed';
  ALTER TABLE merge_request_reviewers ADD COLUMN created_at TEXT;
  ALTER TABLE projects ADD COLUMN approvals_required INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE projects ADD COLUMN merge_template TEXT;
  ALTER TABLE projects ADD COLUMN squash_template TEXT;
`;

const labelColumns = "id, project_id, name, color, description";
const milestoneColumns =
  "id, project_id, iid, title, description, state, start_date, due_date, created_at, updated_at";

/**
 * Step after which labels and milestones may be of a group. SQLite cannot change the constraints of a table: each is made
 * anew with its rows. Foreign keys are off while steps run, so that rows which refer to them stay.
 */
export const planningStep = `
  CREATE TEMP TABLE kept_labels AS SELECT ${labelColumns} FROM labels;
  CREATE TEMP TABLE kept_milestones AS SELECT ${milestoneColumns} FROM milestones;
  DROP TABLE labels;
  DROP TABLE milestones;
  ${labelTables}
  ${milestoneTables}
  INSERT INTO labels (${labelColumns}) SELECT ${labelColumns} FROM kept_labels;
  INSERT INTO milestones (${milestoneColumns}) SELECT ${milestoneColumns} FROM kept_milestones;
  DROP TABLE kept_labels;
  DROP TABLE kept_milestones;
`;

/** Tables of merge requests and of comments, those on commits, issues and snippets too. */
export const reviewTables = `
  ${labelTables}
  ${milestoneTables}
  CREATE TABLE merge_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    iid INTEGER NOT NULL,
    source_project_id INTEGER REFERENCES projects (id) ON DELETE SET NULL,
    source_branch TEXT NOT NULL,
    target_branch TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'opened',
    wip INTEGER NOT NULL DEFAULT 0,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    merged_by_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    closed_by_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    milestone_id INTEGER REFERENCES milestones (id) ON DELETE SET NULL,
    merge_commit_sha TEXT,
    remove_source_branch INTEGER NOT NULL DEFAULT 0,
    squash INTEGER NOT NULL DEFAULT 0,
    allow_collaboration INTEGER NOT NULL DEFAULT 0,
    discussion_locked INTEGER NOT NULL DEFAULT 0,
    time_estimate INTEGER NOT NULL DEFAULT 0,
    time_spent INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    merged_at TEXT,
    closed_at TEXT,
    follow_pending INTEGER NOT NULL DEFAULT 0,
    merge_error TEXT,
    UNIQUE (project_id, iid)
  ) STRICT;
  CREATE INDEX merge_requests_by_source ON merge_requests (source_project_id, source_branch, state);
  CREATE INDEX merge_requests_by_author ON merge_requests (author_id);
  CREATE INDEX merge_requests_by_update ON merge_requests (updated_at);
  CREATE INDEX merge_requests_by_creation ON merge_requests (created_at);
  CREATE TABLE merge_request_assignees (
    merge_request_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (merge_request_id, user_id)
  ) STRICT;
  CREATE INDEX merge_request_assignees_by_user ON merge_request_assignees (user_id);
  CREATE TABLE merge_request_reviewers (
    merge_request_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state TEXT NOT NULL DEFAULT 'unreviewed',
    created_at TEXT,
    PRIMARY KEY (merge_request_id, user_id)
  ) STRICT;
  CREATE INDEX merge_request_reviewers_by_user ON merge_request_reviewers (user_id);
  CREATE TABLE merge_request_labels (
    merge_request_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    label_id INTEGER NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
    PRIMARY KEY (merge_request_id, label_id)
  ) STRICT;
  CREATE INDEX merge_request_labels_by_label ON merge_request_labels (label_id);
  CREATE TABLE merge_request_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    merge_request_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    base_sha TEXT NOT NULL,
    start_sha TEXT NOT NULL,
    head_sha TEXT NOT NULL,
    files INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    commits INTEGER
  ) STRICT;
  CREATE INDEX merge_request_versions_by_merge_request ON merge_request_versions (merge_request_id);
  CREATE TABLE approvals (
    merge_request_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    PRIMARY KEY (merge_request_id, user_id)
  ) STRICT;
  ${mergeTables}
  CREATE TABLE issues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    iid INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'opened',
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL DEFAULT '',
    closed_at TEXT,
    closed_by_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    milestone_id INTEGER REFERENCES milestones (id) ON DELETE SET NULL,
    type TEXT NOT NULL DEFAULT 'issue',
    confidential INTEGER NOT NULL DEFAULT 0,
    discussion_locked INTEGER NOT NULL DEFAULT 0,
    due_date TEXT,
    weight INTEGER,
    time_estimate INTEGER NOT NULL DEFAULT 0,
    time_spent INTEGER NOT NULL DEFAULT 0,
    relative_position REAL,
    moved_to_id INTEGER REFERENCES issues (id) ON DELETE SET NULL,
    UNIQUE (project_id, iid)
  ) STRICT;
  ${issueTables}
  CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_type TEXT NOT NULL,
    parent_id INTEGER NOT NULL,
    discussion_id TEXT NOT NULL,
    type TEXT,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    body TEXT NOT NULL,
    system INTEGER NOT NULL DEFAULT 0,
    position TEXT,
    resolvable INTEGER NOT NULL DEFAULT 0,
    resolved_by_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    resolved_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX notes_by_parent ON notes (parent_type, parent_id, created_at);
  CREATE INDEX notes_by_discussion ON notes (discussion_id);
  CREATE TABLE reactions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_type TEXT NOT NULL,
    parent_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    UNIQUE (parent_type, parent_id, user_id, name)
  ) STRICT;
  CREATE TABLE commit_comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    sha TEXT NOT NULL,
    author_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    note TEXT NOT NULL,
    path TEXT,
    line INTEGER,
    line_type TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX commit_comments_by_commit ON commit_comments (project_id, sha);
`;
