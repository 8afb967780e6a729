import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "./open-store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Takes back what the step of issues adds. */
const withoutIssueStep = `
    DROP TABLE issue_merge_requests;
    DROP TABLE issue_subscriptions;
    DROP TABLE issue_labels;
    DROP TABLE issue_assignees;
    DROP TABLE issues;
    CREATE TABLE issues (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      iid INTEGER NOT NULL,
      title TEXT NOT NULL,
      description TEXT NOT NULL DEFAULT '',
      state TEXT NOT NULL DEFAULT 'opened',
      author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
      created_at TEXT NOT NULL,
      UNIQUE (project_id, iid)
    ) STRICT;
`;

/** Statements that undo the steps after version 32. */
const withoutLaterSteps = `
  DROP TABLE runner_managers;
  DROP INDEX pipelines_by_source_job;
  ALTER TABLE pipelines DROP COLUMN source_job_id;
  ALTER TABLE jobs DROP COLUMN bridge;
  DROP INDEX pipelines_by_schedule;
  ALTER TABLE pipelines DROP COLUMN schedule_id;
  DROP TABLE pipeline_schedule_variables;
  DROP TABLE pipeline_schedules;
  ALTER TABLE tokens DROP COLUMN last_used_at;
  DROP TABLE deploy_keys_projects;
  DROP TABLE deploy_keys;
  DROP TABLE project_access_tokens;
  DROP TABLE uploads;
  ALTER TABLE release_links DROP COLUMN link_type;
  ALTER TABLE release_links DROP COLUMN filepath;
  ALTER TABLE hooks RENAME TO system_hooks;
  DROP TABLE system_hooks;
  CREATE TABLE system_hooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL,
    sealed_token TEXT,
    push_events INTEGER NOT NULL,
    tag_push_events INTEGER NOT NULL,
    merge_requests_events INTEGER NOT NULL,
    repository_update_events INTEGER NOT NULL,
    enable_ssl_verification INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  ALTER TABLE protected_branches DROP COLUMN allow_force_push;
  DROP TABLE protected_tags;
  DROP TABLE ci_variables;
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
`;

/** Statements that undo the steps from version 29 on. */
const withoutProjectStep = `
${withoutLaterSteps}
  ALTER TABLE projects DROP COLUMN jobs_enabled;
  ALTER TABLE projects DROP COLUMN wiki_enabled;
  ALTER TABLE projects DROP COLUMN snippets_enabled;
  ALTER TABLE projects DROP COLUMN merge_method;
  ALTER TABLE projects DROP COLUMN squash_option;
  ALTER TABLE projects DROP COLUMN import_status;
  ALTER TABLE projects DROP COLUMN import_error;
  ALTER TABLE members DROP COLUMN expires_at;
  DROP TABLE invitations;
  DROP TABLE label_priorities;
`;

/** Opens the store once and runs a statement on its closed database; returns a first row. */
function onDisk(sql: string): unknown {
  openStore(folder).close();
  const database = new DatabaseSync(join(folder, "service.sqlite"));
  try {
    return database.prepare(sql).get();
  } finally {
    database.close();
  }
}

it("opens a database that it wrote, with what is in it", () => {
  expect(onDisk("PRAGMA user_version")).toEqual({ user_version: 42 });
  onDisk("INSERT INTO outbox (kind, payload, created_at) VALUES ('a', '{}', '2026-11-28')");
  const store = openStore(folder);
  expect(store.get("SELECT kind FROM outbox")).toEqual({ kind: "a" });
  store.close();
});

it.each([
  [1, "was written by a version of Helve before its first release"],
  [21, "was written by a version of Helve before its first release"],
  [43, "was written by a newer version of Helve"],
])("says of a database of version %i why it cannot be read, and changes nothing", (version, why) => {
  onDisk(`PRAGMA user_version = ${version}`);
  expect(() => openStore(folder)).toThrow(why);
  const database = new DatabaseSync(join(folder, "service.sqlite"), { readOnly: true });
  expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: version });
  database.close();
});

it("stores the payloads of a database of version 22 by themselves, and drops each with its last delivery", () => {
  onDisk("SELECT 1");
  const database = new DatabaseSync(join(folder, "service.sqlite"));
  database.exec(`
${withoutProjectStep}    ALTER TABLE pipelines DROP COLUMN name;
    ALTER TABLE projects DROP COLUMN needs_pipeline;
    ALTER TABLE projects DROP COLUMN takes_skipped_pipeline;
    ALTER TABLE projects DROP COLUMN needs_resolved_threads;
    DROP TABLE auto_merges;
    ALTER TABLE merge_requests DROP COLUMN merge_error;
    ALTER TABLE merge_request_reviewers DROP COLUMN state;
    ALTER TABLE merge_request_reviewers DROP COLUMN created_at;
    ALTER TABLE projects DROP COLUMN approvals_required;
    ALTER TABLE projects DROP COLUMN merge_template;
    ALTER TABLE projects DROP COLUMN squash_template;
${withoutIssueStep}    DROP TABLE todos;
    DROP TABLE merge_request_blocks;
    DROP TABLE merge_train_cars;
    ALTER TABLE projects DROP COLUMN merge_trains_enabled;
    DROP TRIGGER hook_payloads_unused;
    DROP INDEX hook_deliveries_by_payload;
    ALTER TABLE hook_deliveries DROP COLUMN payload_id;
    ALTER TABLE hook_deliveries ADD COLUMN payload TEXT NOT NULL DEFAULT '';
    DROP TABLE hook_payloads;
    INSERT INTO system_hooks VALUES (1, 'https://x.test', NULL, 1, 1, 1, 1, 1, '2026-11-28');
    INSERT INTO hook_deliveries (id, hook_id, key, event_id, trigger_name, payload, due_at, created_at)
      VALUES (5, 1, 'a', 'b', 'push', '{"ref":"main"}', '2026-11-28', '2026-11-28');
    PRAGMA user_version = 22;
  `);
  database.close();
  const store = openStore(folder);
  const stored = "SELECT payload FROM hook_payloads JOIN hook_deliveries ON payload_id = hook_payloads.id";
  expect(store.get(stored)).toEqual({ payload: '{"ref":"main"}' });
  store.run("DELETE FROM hook_deliveries");
  expect(store.get("SELECT count(*) AS left FROM hook_payloads")).toEqual({ left: 0 });
  store.close();
});

it("keeps labels and milestones of a database of version 29, with the merge requests that have them", () => {
  onDisk("SELECT 1");
  const database = new DatabaseSync(join(folder, "service.sqlite"));
  database.exec(`
    PRAGMA foreign_keys = OFF;
${withoutProjectStep}${withoutIssueStep}    DROP TABLE labels;
    DROP TABLE milestones;
    CREATE TABLE labels (id INTEGER PRIMARY KEY AUTOINCREMENT,
      project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
      color TEXT NOT NULL, description TEXT, UNIQUE (project_id, name)) STRICT;
    CREATE TABLE milestones (id INTEGER PRIMARY KEY AUTOINCREMENT,
      project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE, iid INTEGER NOT NULL,
      title TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT 'active',
      start_date TEXT, due_date TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
      UNIQUE (project_id, iid)) STRICT;
    INSERT INTO users (id, username, name, email, created_at, updated_at) VALUES (1, 'ada', 'Ada', 'a@b.test', '', '');
    INSERT INTO projects (id, user_id, name, path, full_path, visibility, repository, created_at, updated_at,
      last_activity_at) VALUES (1, 1, 'P', 'p', 'ada/p', 'private', 'r', '', '', '');
    INSERT INTO labels VALUES (7, 1, 'bug', '#fff', NULL);
    INSERT INTO milestones VALUES (8, 1, 1, 'Spring', '', 'active', NULL, '2026-03-01', '', '');
    INSERT INTO merge_requests (id, project_id, iid, source_branch, target_branch, title, milestone_id, created_at,
      updated_at) VALUES (9, 1, 1, 'a', 'b', 'T', 8, '', '');
    INSERT INTO merge_request_labels VALUES (9, 7);
    PRAGMA user_version = 29;
  `);
  database.close();
  const store = openStore(folder);
  expect(
    store.get(
      `SELECT labels.name, milestones.title, due_date FROM merge_requests JOIN milestones ON milestones.id = milestone_id
         JOIN merge_request_labels ON merge_request_id = merge_requests.id JOIN labels ON labels.id = label_id`,
    ),
  ).toEqual({ name: "bug", title: "Spring", due_date: "2026-03-01" });
  store.run("DELETE FROM milestones");
  expect(store.get("SELECT milestone_id FROM merge_requests")).toEqual({ milestone_id: null });
  expect(store.all("PRAGMA foreign_key_check")).toEqual([]);
  store.close();
});

it("keeps the variables of a database of version 32, for every environment", () => {
  onDisk("SELECT 1");
  const database = new DatabaseSync(join(folder, "service.sqlite"));
  database.exec(`
    PRAGMA foreign_keys = OFF;
${withoutLaterSteps}
    INSERT INTO ci_variables (id, project_id, key, sealed_value, masked) VALUES (4, 1, 'TOKEN', 'sealed', 1);
    PRAGMA user_version = 32;
  `);
  database.close();
  const store = openStore(folder);
  expect(store.get("SELECT id, key, environment_scope, sealed_value, masked FROM ci_variables")).toEqual({
    id: 4,
    key: "TOKEN",
    environment_scope: "*",
    sealed_value: "sealed",
    masked: 1,
  });
  store.close();
});
