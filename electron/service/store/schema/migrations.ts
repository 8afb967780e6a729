import type { DatabaseSync } from "node:sqlite";
import { versionOf } from "../../../system/connect-database.ts";
import { NewerData } from "../../../system/data-format.ts";
import { ciTables } from "../ci/ci-tables.ts";
import { groupTables } from "../groups/group-tables.ts";
import { hookTables } from "../hooks/hook-tables.ts";
import { outboxTables } from "../outbox.ts";
import { formerTagTables } from "../projects/former-tags.ts";
import { snippetTables } from "../projects/snippet-tables.ts";
import { reviewTables } from "../review/review-tables.ts";
import { notificationTables } from "../users/notification-tables.ts";
import { userTables } from "../users/user-tables.ts";

/** Each step brings the database from its position in this list to the next; steps are only ever added. */
const steps: readonly string[] = [
  `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    username TEXT NOT NULL UNIQUE COLLATE NOCASE,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE COLLATE NOCASE,
    state TEXT NOT NULL DEFAULT 'active',
    is_admin INTEGER NOT NULL DEFAULT 0,
    bio TEXT,
    location TEXT,
    organization TEXT,
    website_url TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE user_statuses (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    emoji TEXT,
    message TEXT
  ) STRICT;
  CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    revoked INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE groups (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    full_path TEXT NOT NULL UNIQUE COLLATE NOCASE,
    full_name TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    visibility TEXT NOT NULL,
    lfs_enabled INTEGER NOT NULL DEFAULT 1,
    request_access_enabled INTEGER NOT NULL DEFAULT 1,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX groups_by_parent ON groups (parent_id);
  CREATE TABLE projects (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    full_path TEXT NOT NULL UNIQUE COLLATE NOCASE,
    description TEXT,
    visibility TEXT NOT NULL,
    repository TEXT NOT NULL,
    origin TEXT,
    default_branch TEXT,
    topics TEXT NOT NULL DEFAULT '[]',
    archived INTEGER NOT NULL DEFAULT 0,
    star_count INTEGER NOT NULL DEFAULT 0,
    creator_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    last_activity_at TEXT NOT NULL,
    CHECK ((group_id IS NULL) <> (user_id IS NULL))
  ) STRICT;
  CREATE INDEX projects_by_group ON projects (group_id);
  CREATE INDEX projects_by_user ON projects (user_id);
  CREATE TABLE stars (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, project_id)
  ) STRICT;
  CREATE TABLE members (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    access_level INTEGER NOT NULL,
    CHECK ((group_id IS NULL) <> (project_id IS NULL)),
    UNIQUE (user_id, group_id),
    UNIQUE (user_id, project_id)
  ) STRICT;
  CREATE TABLE protected_branches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    push_access_level INTEGER NOT NULL DEFAULT 40,
    merge_access_level INTEGER NOT NULL DEFAULT 40,
    UNIQUE (project_id, name)
  ) STRICT;
  `,
  `
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
  CREATE TABLE commit_statuses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    sha TEXT NOT NULL,
    ref TEXT NOT NULL,
    stage TEXT NOT NULL,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    description TEXT,
    target_url TEXT,
    allow_failure INTEGER NOT NULL DEFAULT 0,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT
  ) STRICT;
  CREATE INDEX commit_statuses_by_commit ON commit_statuses (project_id, sha);
  CREATE TABLE releases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    tag_name TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    released_at TEXT NOT NULL,
    UNIQUE (project_id, tag_name)
  ) STRICT;
  CREATE TABLE release_links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    release_id INTEGER NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    url TEXT NOT NULL
  ) STRICT;
  `,
  reviewTables,
  `
  CREATE TABLE originals (
    project_id INTEGER PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    git_dir TEXT NOT NULL,
    common_dir TEXT NOT NULL,
    borrowed TEXT NOT NULL DEFAULT '[]',
    identity TEXT NOT NULL,
    tips TEXT NOT NULL DEFAULT '[]',
    opened_at TEXT NOT NULL,
    removed_at TEXT
  ) STRICT;
  CREATE INDEX originals_by_path ON originals (path);
  `,
  ciTables,
  `
  ALTER TABLE pipelines ADD COLUMN merge_request_id INTEGER REFERENCES merge_requests (id) ON DELETE SET NULL;
  CREATE INDEX pipelines_by_merge_request ON pipelines (merge_request_id, id);
  CREATE TABLE ci_variables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    sealed_value TEXT NOT NULL,
    file INTEGER NOT NULL DEFAULT 0,
    protected INTEGER NOT NULL DEFAULT 0,
    masked INTEGER NOT NULL DEFAULT 0,
    raw INTEGER NOT NULL DEFAULT 0,
    description TEXT,
    UNIQUE (project_id, key)
  ) STRICT;
  `,
  notificationTables,
  snippetTables,
  userTables,
  hookTables,
  groupTables,
  "ALTER TABLE merge_requests ADD COLUMN follow_pending INTEGER NOT NULL DEFAULT 0",
  `
  CREATE TABLE merge_request_reviewers (
    merge_request_id INTEGER NOT NULL REFERENCES merge_requests (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (merge_request_id, user_id)
  ) STRICT;
  CREATE INDEX merge_request_reviewers_by_user ON merge_request_reviewers (user_id);
  `,
  "ALTER TABLE merge_request_versions ADD COLUMN commits INTEGER",
  // The runner of this machine is found by its seed: a registered one may have the same name.
  `
  UPDATE runners SET seed = 'helve-shell' WHERE id = (
    SELECT min(id) FROM runners WHERE type = 'instance_type' AND name = 'helve-shell' AND description LIKE 'Shell on %'
  );
  `,
  formerTagTables,
  "ALTER TABLE originals ADD COLUMN agreed_worktrees TEXT NOT NULL DEFAULT '[]'",
  // Former samples came with jobs that were switched on, by nobody.
  `
  UPDATE ci_settings SET run_jobs = 0 WHERE project_id IN (
    SELECT projects.id FROM projects JOIN groups ON groups.id = projects.group_id
    WHERE groups.full_path = 'fjord' AND projects.path = 'beacon'
  );
  `,
  outboxTables,
  "ALTER TABLE pipelines ADD COLUMN before_sha TEXT",
  `
  CREATE TABLE skipped_pushes (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    branch TEXT NOT NULL,
    sha TEXT NOT NULL,
    PRIMARY KEY (project_id, branch)
  ) STRICT, WITHOUT ROWID;
  `,
  // The next delivery of each hook is found in an index, however many are pending.
  `
  DROP INDEX hook_deliveries_pending;
  CREATE INDEX hook_deliveries_pending ON hook_deliveries (hook_id, due_at, id) WHERE state = 'pending';
  CREATE INDEX hook_deliveries_waiting ON hook_deliveries (hook_id, id) WHERE state = 'pending';
  `,
];

/** Throws NewerData for a database with more steps than this version knows; changes nothing. */
export function checkVersion(database: DatabaseSync, folder: string): void {
  const version = versionOf(database);
  if (version > steps.length)
    throw new NewerData(`The database in ${folder} (version ${version}; this one knows ${steps.length})`);
}

/** Migrates a database to the current version, each step in its own transaction. */
export function migrate(database: DatabaseSync): void {
  for (let version = versionOf(database); version < steps.length; version++) {
    database.exec(`BEGIN; ${steps[version]}; PRAGMA user_version = ${version + 1}; COMMIT`);
  }
}
