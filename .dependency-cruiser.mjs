/** Import rules, per the architecture figure in README.md. `npm run borders` checks them. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: "\\.test\\.tsx?$" },
  to: { path: "^(electron|renderer|shared|e2e|scripts)/", pathNot: allowed },
});

/** The layers of the local service: each with those below it that it may import (electron/service/README.md). */
const layers = (below) =>
  Object.entries(below).map(([name, others]) => {
    const rule = only(
      `service-${name}`,
      `^electron/service/${name}/`,
      `^(electron/service/(${[name, others, "(memory|clock)\\.ts"].filter(Boolean).join("|")})|electron/system|shared)(/|$)`,
      "a layer of the service imports only what is below it; a route may name the types that it gives a shape",
    );
    return name === "routes" ? { ...rule, to: { ...rule.to, dependencyTypesNot: ["type-only"] } } : rule;
  });

/** A part of the service that few import; types are free. */
const onlyFrom = (name, part, importers, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: "^electron/", pathNot: `^electron/service/(${importers}|${part})$` },
  to: { path: `^electron/service/${part}$`, pathNot: "\\.test\\.ts$", dependencyTypesNot: ["type-only"] },
});

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "files that need each other cannot be read, tested or moved alone",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    only("shared-imports-nothing", "^shared/", "^shared/", "both sides import shared"),
    only(
      "contract",
      "^shared/api/contract/",
      "^shared/((api/contract|text)/|optional\\.ts$)",
      "resources are declared by the contract, which knows none of them",
    ),
    only(
      "host",
      "^electron/host/",
      "^(electron/(host|system)|shared)/",
      "the host knows operations and the system, neither a shell nor the local service",
    ),
    {
      name: "write-checks-are-the-host's",
      comment: "the host judges uncertain writes; the page believes it, and does not download the checks",
      severity: "error",
      from: { pathNot: "^electron/host/|-write-checks\\.ts$|^shared/api/write-checks/" },
      to: { path: "^shared/api/(write-checks/|resources/[\\w-]+-write-checks\\.ts$)" },
    },
    {
      name: "host-routes-only-route",
      comment: "routes are mounted by host.ts; nothing else of the host depends on them",
      severity: "error",
      from: { path: "^electron/host/", pathNot: "^electron/host/(routes/|host\\.ts$)" },
      to: { path: "^electron/host/routes/" },
    },
    {
      name: "host-routes-hold-no-rule",
      comment: "a route checks its input and calls one module; it throws no problem and reads no file",
      severity: "error",
      from: { path: "^electron/host/routes/" },
      to: {
        path: "^shared/errors\\.ts$|^electron/host/diagnostics/(problems|redactor)\\.ts$|^(node:)?(fs|fs/promises|path|crypto|process|os)$",
      },
    },
    only(
      "service",
      "^electron/service/",
      "^(electron/(service|system)|shared)/",
      "the local service is a program of its own, which knows neither the host nor the page",
    ),
    only(
      "system",
      "^electron/system/",
      "^electron/system/",
      "access of each process to the operating system: private folders, programs and addresses",
    ),
    ...layers({
      sample: "routes|domain|ci|service-store\\.ts|git|store",
      routes: "domain|presenters|http|service-store\\.ts",
      http: "domain/(refusal|paged|streamed-content)\\.ts|service-store\\.ts|git|store",
      domain: "ci|service-store\\.ts|git|store",
      ci: "service-store\\.ts|git|store",
      git: "",
      store: "",
    }),
    {
      name: "service-presenters",
      comment: "a presenter reads nothing: its arguments are all it needs, so it imports only their types",
      severity: "error",
      from: { path: "^electron/service/presenters/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^(electron|renderer)/",
        pathNot: "^electron/service/presenters/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "service-processes",
      comment: "git is started in git/, scripts of jobs in ci/executor/",
      severity: "error",
      from: {
        path: "^electron/service/",
        pathNot: "^electron/service/(git/|ci/executor/|cli\\.ts$)",
      },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "service-routes-only-route",
      comment:
        "a route reads no file and refuses nothing; git, pictures and runners have paths of their own, outside the contract",
      severity: "error",
      from: {
        path: "^electron/service/routes/",
        pathNot: "/(avatars|git-over-http|runner-protocol)\\.ts$",
      },
      to: {
        path: "^electron/service/(http/http-error|domain/refusal)\\.ts$|^(node:)?(fs|fs/promises|path|crypto|sqlite)$",
      },
    },
    onlyFrom(
      "git-commands-are-in-git",
      "git/(run|git-stream)\\.ts",
      "(git/.*|ci/executor/run-steps\\.ts|sample/.*)",
      "the domain says what it needs of git, not by which command",
    ),
    onlyFrom(
      "access-is-computed-by-one-function",
      "store/groups/access\\.ts",
      "domain/access/access-level\\.ts",
      "accessLevel() decides; members are otherwise listed and set",
    ),
    onlyFrom(
      "branches-are-updated-by-one-function",
      "domain/(originals/move-refs|branches/record-ref-updates)\\.ts",
      "domain/(branches/(update-branch|receive-push|record-ref-updates|finish-interrupted)|tags/tags|merge-request-versions/pin-version)\\.ts",
      "permissions, records and updates of merge requests are in update-branch.ts; tags and pins of versions have no more",
    ),
    onlyFrom(
      "refs-are-written-by-few",
      "git/update-refs\\.ts",
      "(git/.*|domain/(originals/(move-refs|link-former-projects)|merge-request-versions/pin-version|lifecycle/remove-project|wiki/change-wiki)\\.ts)",
      "besides moveRefs: refs of Helve's own in an original, and wikis, which are repositories without merge requests",
    ),
    onlyFrom(
      "refs-of-the-sample",
      "git/update-ref\\.ts",
      "sample/.*",
      "it records nothing: for repositories that no user sees yet",
    ),
    onlyFrom(
      "pushes-are-received-by-one-function",
      "git/transport\\.ts",
      "(git/.*|domain/transport\\.ts)",
      "receive-push.ts checks and follows every push",
    ),
    onlyFrom(
      "merge-requests-follow-who-updates",
      "domain/merge-request-versions/follow-(branches|merge-request)\\.ts",
      "((service|start)\\.ts|sample/.*|domain/(merge-request-versions/.*|branches/(update-branch|receive-push|finish-interrupted)\\.ts|merge-requests/write-merge-request\\.ts))",
      "what updated a branch follows it, once; a read never does",
    ),
    only(
      "bench",
      "^e2e/bench/",
      "^(e2e/(bench|fixtures)|electron|shared|renderer/workers)/",
      "benchmarks measure what is shipped; nothing imports them",
    ),
    only(
      "soak",
      "^e2e/soak/",
      "^(e2e/(soak|fixtures)|electron|shared)/",
      "soaks drive what is shipped for a long time; nothing imports them",
    ),
    only(
      "clients",
      "^e2e/clients/",
      "^(e2e/clients|electron/service|shared)/",
      "third-party clients reach the service over HTTP; expectations are derived from the contract",
    ),
    only(
      "desktop",
      "^electron/desktop/",
      "^(electron/(desktop|host|system)|shared)/",
      "a shell starts the host and shows the page; it knows neither the other shell nor the page's code",
    ),
    only(
      "browser",
      "^electron/browser/",
      "^(electron/(browser|host|system)|shared)/",
      "a shell starts the host and shows the page; it knows neither the other shell nor the page's code",
    ),
    only(
      "renderer-meets-electron-in-shared",
      "^renderer/",
      "^(renderer|shared)/",
      "the page runs in a browser: what it and the host both need is in shared",
    ),
    {
      name: "page-has-no-node",
      comment: "the page runs in a browser, which has no modules of Node",
      severity: "error",
      from: { path: "^(renderer|shared)/" },
      to: { dependencyTypes: ["core"] },
    },
    only(
      "ui-knows-no-api",
      "^renderer/ui/",
      "^(renderer/ui/|shared/((text|diff)/|file-types|notifier|optional\\.ts$))",
      "components of renderer/ui get what they show as properties; they read no operation, state or view",
    ),
    only(
      "api-hooks",
      "^renderer/api/",
      "^(renderer/api|shared)/",
      "hooks know the contract, and no component, store or view",
    ),
    only(
      "state",
      "^renderer/state/",
      "^(renderer/(state/|api/documents\\.ts)|shared/(host/|documents/|errors\\.ts|optional\\.ts$))",
      "stores save drafts, preferences and layout on the host's disk; they know no operation and none of its shapes",
    ),
    only(
      "workers",
      "^renderer/workers/",
      "^(renderer/workers|shared)/",
      "a worker has no page: it imports no component, store or hook",
    ),
    only(
      "features",
      "^renderer/features/",
      "^(renderer/(features|ui|api|state|workers)|shared)/",
      "a feature is what several views share; it knows no view",
    ),
    {
      name: "folders-import-no-composing-root",
      comment:
        "the files beside the folders of a view, the sample and the traces compose them; what several folders need has a folder",
      severity: "error",
      from: { path: "^(renderer/views/[^/]+|electron/service/sample|electron/host/traces)/[^/]+/" },
      to: { path: "^$1/[^/]+\\.tsx?$" },
    },
    {
      name: "parts-import-none-of-their-folders",
      comment:
        "the files beside the folders of a part are what the folders build on; host.ts alone composes them",
      severity: "error",
      from: {
        path: "^(renderer/(?:ui|api|state|workers)|electron/host|electron/service/store)/[^/]+$",
        pathNot: "\\.test\\.tsx?$|^electron/host/host\\.ts$",
      },
      to: { path: "^$1/[^/]+/", pathNot: "^renderer/state/windows/" },
    },
    {
      name: "windows-import-no-other-state",
      comment: "every store depends on which window is in front",
      severity: "error",
      from: { path: "^renderer/state/windows/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^renderer/state/", pathNot: "^renderer/state/windows/" },
    },
    {
      name: "folders-in-circles",
      comment:
        "the folders of a layer, a part or a view build on each other one way only; the primitives of ui are one library in groups",
      severity: "error",
      scope: "folder",
      from: {
        path: "^(electron/(?:desktop|host|service/[a-z]+)|renderer/(?:app|ui|api|state|workers|features|views/[a-z-]+))/",
        pathNot: "^renderer/ui/(?:buttons|forms|lists|marks|overlays|panes|states|theme|values)$",
      },
      to: { circular: true, path: "^$1/" },
    },
    only(
      "views",
      "^renderer/views/",
      "^(renderer/(views|features|ui|api|state|workers)|shared)/",
      "a view imports features, ui, api, state and workers; the app composes views",
    ),
    {
      name: "views-never-import-each-other",
      comment: "what several views need is in renderer/features",
      severity: "error",
      from: { path: "^renderer/views/([^/]+)/" },
      to: { path: "^renderer/views/([^/]+)/", pathNot: "^renderer/views/$1/" },
    },
    {
      name: "electron-only-in-desktop",
      comment: "the package fetches its binary when it is loaded; the rest of Helve runs without it",
      severity: "error",
      from: { path: "^(electron/(host|service|browser)|renderer|shared)/" },
      to: { path: "node_modules/electron/" },
    },
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.tsx?$|/testing/" },
  },
};
