const indexAndTrigger = `
  CREATE INDEX hook_deliveries_by_payload ON hook_deliveries (payload_id);
  CREATE TRIGGER hook_payloads_unused AFTER DELETE ON hook_deliveries
  WHEN NOT EXISTS (SELECT 1 FROM hook_deliveries WHERE payload_id = OLD.payload_id)
  BEGIN
    DELETE FROM hook_payloads WHERE id = OLD.payload_id;
  END;
`;

/** Columns of the branches whose pushes a hook of a project gets. */
const branchColumns = [
  "push_events_branch_filter TEXT NOT NULL DEFAULT ''",
  "branch_filter_strategy TEXT NOT NULL DEFAULT 'wildcard'",
];

/** The step to hooks of some branches. */
export const branchFilterStep = branchColumns
  .map((column) => `ALTER TABLE hooks ADD COLUMN ${column};`)
  .join("\n  ");

/** Columns of hooks that only those of projects use. */
const columnsOfProjects = [
  "project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE",
  "name TEXT NOT NULL DEFAULT ''",
  "description TEXT NOT NULL DEFAULT ''",
  ...[
    "note_events",
    "confidential_note_events",
    "issues_events",
    "confidential_issues_events",
    "job_events",
    "pipeline_events",
    "wiki_page_events",
    "releases_events",
  ].map((name) => `${name} INTEGER NOT NULL DEFAULT 0`),
];

/** The step to hooks of projects, in one table with those of the service. */
export const projectHookStep = `
  ALTER TABLE system_hooks RENAME TO hooks;
  ${columnsOfProjects.map((column) => `ALTER TABLE hooks ADD COLUMN ${column};`).join("\n  ")}
  CREATE INDEX hooks_by_project ON hooks (project_id);
`;

/**
 * Hooks of the whole service and of projects, and what is delivered to them. A delivery is pending until its attempts have ended well or are used up.
 * The payload of an event is stored once for all of its deliveries, and deleted with the last of them.
 */
export const hookTables = `
  CREATE TABLE hooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL,
    sealed_token TEXT,
    push_events INTEGER NOT NULL,
    tag_push_events INTEGER NOT NULL,
    merge_requests_events INTEGER NOT NULL,
    repository_update_events INTEGER NOT NULL,
    enable_ssl_verification INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    ${[...columnsOfProjects, ...branchColumns].join(",\n    ")}
  ) STRICT;
  CREATE INDEX hooks_by_project ON hooks (project_id);
  CREATE TABLE hook_payloads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    payload TEXT NOT NULL
  ) STRICT;
  CREATE TABLE hook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hook_id INTEGER NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
    key TEXT NOT NULL UNIQUE,
    event_id TEXT NOT NULL,
    trigger_name TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending',
    due_at TEXT NOT NULL,
    attempts TEXT NOT NULL DEFAULT '[]',
    request_headers TEXT NOT NULL DEFAULT '{}',
    response_headers TEXT NOT NULL DEFAULT '{}',
    response_body TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    payload_id INTEGER REFERENCES hook_payloads (id)
  ) STRICT;
  CREATE INDEX hook_deliveries_by_hook ON hook_deliveries (hook_id, id);
  CREATE INDEX hook_deliveries_pending ON hook_deliveries (hook_id, due_at, id) WHERE state = 'pending';
  CREATE INDEX hook_deliveries_waiting ON hook_deliveries (hook_id, id) WHERE state = 'pending';
${indexAndTrigger}`;

/** The step to one payload for all deliveries of an event, from one for each. */
export const payloadsStep = `
  CREATE TABLE hook_payloads (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    payload TEXT NOT NULL
  ) STRICT;
  ALTER TABLE hook_deliveries ADD COLUMN payload_id INTEGER REFERENCES hook_payloads (id);
  INSERT INTO hook_payloads (id, payload) SELECT id, payload FROM hook_deliveries;
  UPDATE hook_deliveries SET payload_id = id;
  ALTER TABLE hook_deliveries DROP COLUMN payload;
${indexAndTrigger}`;
