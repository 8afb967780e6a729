/** Tables of what belongs to issues. */
export const issueTables = `
  CREATE INDEX issues_by_author ON issues (author_id);
  CREATE INDEX issues_by_update ON issues (updated_at);
  CREATE INDEX issues_by_creation ON issues (created_at);
  CREATE TABLE issue_assignees (
    issue_id INTEGER NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (issue_id, user_id)
  ) STRICT;
  CREATE INDEX issue_assignees_by_user ON issue_assignees (user_id);
  CREATE TABLE issue_labels (
    issue_id INTEGER NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    label_id INTEGER NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
    PRIMARY KEY (issue_id, label_id)
  ) STRICT;
  CREATE INDEX issue_labels_by_label ON issue_labels (label_id);
  CREATE TABLE issue_subscriptions (
    issue_id INTEGER NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    subscribed INTEGER NOT NULL,
    PRIMARY KEY (issue_id, user_id)
  ) STRICT;
  CREATE TABLE issue_merge_requests (
    issue_id INTEGER NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    merge_request_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    PRIMARY KEY (issue_id, merge_request_id, source)
  ) STRICT;
  CREATE INDEX issue_merge_requests_by_merge_request ON issue_merge_requests (merge_request_id);
`;

/** Step that makes issues of a database of before, which had comments alone, whole. */
export const issueStep = `
  ALTER TABLE issues ADD COLUMN updated_at TEXT NOT NULL DEFAULT '';
  ALTER TABLE issues ADD COLUMN closed_at TEXT;
  ALTER TABLE issues ADD COLUMN closed_by_id INTEGER REFERENCES users (id) ON DELETE SET NULL;
  ALTER TABLE issues ADD COLUMN milestone_id INTEGER REFERENCES milestones (id) ON DELETE SET NULL;
  ALTER TABLE issues ADD COLUMN type TEXT NOT NULL DEFAULT 'issue';
  ALTER TABLE issues ADD COLUMN confidential INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE issues ADD COLUMN discussion_locked INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE issues ADD COLUMN due_date TEXT;
  ALTER TABLE issues ADD COLUMN weight INTEGER;
  ALTER TABLE issues ADD COLUMN time_estimate INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE issues ADD COLUMN time_spent INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE issues ADD COLUMN relative_position REAL;
  ALTER TABLE issues ADD COLUMN moved_to_id INTEGER REFERENCES issues (id) ON DELETE SET NULL;
  UPDATE issues SET updated_at = created_at;
  ${issueTables}
`;
