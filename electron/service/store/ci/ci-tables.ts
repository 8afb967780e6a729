const variableTable = `  CREATE TABLE ci_variables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    environment_scope TEXT NOT NULL DEFAULT '*',
    sealed_value TEXT NOT NULL,
    file INTEGER NOT NULL DEFAULT 0,
    protected INTEGER NOT NULL DEFAULT 0,
    masked INTEGER NOT NULL DEFAULT 0,
    raw INTEGER NOT NULL DEFAULT 0,
    description TEXT,
    UNIQUE (project_id, key, environment_scope)
  ) STRICT;
`;

/** The step to variables of single environments. The table is made anew, since a key may be there several times. */
export const variableStep = `
  ALTER TABLE ci_variables RENAME TO former_variables;
${variableTable}
  INSERT INTO ci_variables (id, project_id, key, sealed_value, file, protected, masked, raw, description)
    SELECT id, project_id, key, sealed_value, file, protected, masked, raw, description FROM former_variables;
  DROP TABLE former_variables;
`;

/** The step to jobs that start pipelines. */
export const downstreamStep = `
  ALTER TABLE pipelines ADD COLUMN source_job_id INTEGER REFERENCES jobs (id) ON DELETE SET NULL;
  CREATE INDEX pipelines_by_source_job ON pipelines (source_job_id) WHERE source_job_id IS NOT NULL;
  ALTER TABLE jobs ADD COLUMN bridge INTEGER NOT NULL DEFAULT 0;
`;

/** Tables of pipelines, jobs, runners, environments and deployments. */
export const ciTables = `
  CREATE TABLE ci_settings (
    project_id INTEGER PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    run_jobs INTEGER NOT NULL DEFAULT 0
  ) STRICT;
${variableTable}  CREATE TABLE runners (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    seed TEXT NOT NULL UNIQUE,
    description TEXT,
    name TEXT,
    active INTEGER NOT NULL DEFAULT 1,
    tags TEXT NOT NULL DEFAULT '[]',
    run_untagged INTEGER NOT NULL DEFAULT 1,
    locked INTEGER NOT NULL DEFAULT 0,
    access_level TEXT NOT NULL DEFAULT 'not_protected',
    maximum_timeout INTEGER,
    architecture TEXT,
    platform TEXT,
    revision TEXT,
    version TEXT,
    ip_address TEXT,
    contacted_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE runner_projects (
    runner_id INTEGER NOT NULL REFERENCES runners (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    PRIMARY KEY (runner_id, project_id)
  ) STRICT;
  CREATE INDEX runner_projects_by_project ON runner_projects (project_id);
  CREATE TABLE pipelines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    iid INTEGER NOT NULL,
    sha TEXT NOT NULL,
    ref TEXT NOT NULL,
    tag INTEGER NOT NULL DEFAULT 0,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT,
    merge_request_id INTEGER REFERENCES merge_requests (id) ON DELETE SET NULL,
    before_sha TEXT,
    name TEXT,
    schedule_id INTEGER REFERENCES pipeline_schedules (id) ON DELETE SET NULL,
    source_job_id INTEGER REFERENCES jobs (id) ON DELETE SET NULL,
    UNIQUE (project_id, iid)
  ) STRICT;
  CREATE INDEX pipelines_by_source_job ON pipelines (source_job_id) WHERE source_job_id IS NOT NULL;
  CREATE INDEX pipelines_by_schedule ON pipelines (schedule_id, id) WHERE schedule_id IS NOT NULL;
  CREATE INDEX pipelines_by_sha ON pipelines (project_id, sha);
  CREATE INDEX pipelines_by_ref ON pipelines (project_id, ref, id);
  CREATE INDEX pipelines_by_merge_request ON pipelines (merge_request_id, id);
  CREATE TABLE skipped_pushes (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    branch TEXT NOT NULL,
    sha TEXT NOT NULL,
    PRIMARY KEY (project_id, branch)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    pipeline_id INTEGER NOT NULL REFERENCES pipelines (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    stage TEXT NOT NULL,
    stage_index INTEGER NOT NULL,
    status TEXT NOT NULL,
    failure_reason TEXT,
    allow_failure INTEGER NOT NULL DEFAULT 0,
    retried INTEGER NOT NULL DEFAULT 0,
    tags TEXT NOT NULL DEFAULT '[]',
    definition TEXT NOT NULL,
    runner_id INTEGER REFERENCES runners (id) ON DELETE SET NULL,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    coverage REAL,
    created_at TEXT NOT NULL,
    queued_at TEXT,
    started_at TEXT,
    finished_at TEXT,
    erased_at TEXT,
    artifacts_expire_at TEXT,
    bridge INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX jobs_by_pipeline ON jobs (pipeline_id, id);
  CREATE INDEX jobs_by_project ON jobs (project_id, id);
  CREATE INDEX jobs_by_runner ON jobs (runner_id, id);
  CREATE INDEX jobs_by_status ON jobs (status, id);
  CREATE TABLE job_artifacts (
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    file_type TEXT NOT NULL,
    file_format TEXT NOT NULL,
    filename TEXT NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (job_id, file_type)
  ) STRICT;
  CREATE TABLE environments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    external_url TEXT,
    state TEXT NOT NULL DEFAULT 'available',
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (project_id, name),
    UNIQUE (project_id, slug)
  ) STRICT;
  CREATE TABLE deployments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    environment_id INTEGER NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
    iid INTEGER NOT NULL,
    ref TEXT NOT NULL,
    sha TEXT NOT NULL,
    job_id INTEGER REFERENCES jobs (id) ON DELETE SET NULL,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (project_id, iid)
  ) STRICT;
  CREATE INDEX deployments_by_environment ON deployments (environment_id, id);
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
`;
