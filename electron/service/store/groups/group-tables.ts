/** Columns and tables of groups, forks, shares, custom attributes and deletion. A step of the migrations: never changed. */
export const groupTables = `
  ALTER TABLE groups ADD COLUMN file_template_project_id INTEGER REFERENCES projects (id) ON DELETE SET NULL;
  ALTER TABLE groups ADD COLUMN deletion_requested_at TEXT;
  ALTER TABLE projects ADD COLUMN forked_from_id INTEGER REFERENCES projects (id) ON DELETE SET NULL;
  ALTER TABLE projects ADD COLUMN issues_enabled INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE projects ADD COLUMN merge_requests_enabled INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX projects_by_fork ON projects (forked_from_id);
  CREATE TABLE former_paths (
    path TEXT PRIMARY KEY COLLATE NOCASE,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    CHECK ((group_id IS NULL) <> (project_id IS NULL))
  ) STRICT;
  CREATE TABLE project_shares (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    access_level INTEGER NOT NULL,
    expires_at TEXT,
    PRIMARY KEY (project_id, group_id)
  ) STRICT;
  CREATE INDEX project_shares_by_group ON project_shares (group_id);
  CREATE TABLE custom_attributes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    CHECK ((group_id IS NOT NULL) + (project_id IS NOT NULL) + (user_id IS NOT NULL) = 1),
    UNIQUE (group_id, key),
    UNIQUE (project_id, key),
    UNIQUE (user_id, key)
  ) STRICT;
  CREATE TABLE folder_removals (path TEXT PRIMARY KEY) STRICT;
`;
