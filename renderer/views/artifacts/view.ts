import { FileArchive, FlaskConical } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { stringifyPlainSearch } from "../../features/addresses/plain-search.ts";
import {
  encoded,
  entryOf,
  firstOf,
  type WebReader,
  type WebReaders,
  webRef,
} from "../../features/addresses/web-pages.ts";
import { linesAnchorOf, webRefOf } from "../../features/addresses/web-rest.ts";

/** Reads what follows `artifacts` in a job's address: a folder or a file of the archive. */
const artifactPath = (path: readonly string[]): string =>
  /^(?:browse|file|raw|external_file)$/.test(path[0] ?? "") ? path.slice(1).join("/") : "";

/** `jobs/artifacts/REF/browse/PATH?job=NAME`; the ref may have slashes. */
const ofRef: WebReader = ({ account, project, path, rest }) => {
  if (path[0] !== "artifacts") return null;
  const at = path.findIndex((name, index) => index > 1 && /^(?:browse|file|raw|download)$/.test(name));
  const ref = path.slice(1, at < 0 ? undefined : at).join("/");
  const inside = at < 0 ? "" : artifactPath(path.slice(at));
  const search = { ref: webRefOf(ref || undefined, rest), job: rest.get("job"), path: inside };
  return hrefs.project(account, project, "artifacts", search);
};

const ofJob = entryOf(({ account, project, path, rest }, id) =>
  path[1] === "artifacts"
    ? hrefs.jobTab(
        account,
        project,
        id,
        "artifacts",
        { path: artifactPath(path.slice(2)) },
        linesAnchorOf(rest),
      )
    : null,
);

const jobs: WebReader = (page) => (page.path.includes("artifacts") ? firstOf(ofRef, ofJob)(page) : null);

const web: WebReaders = { project: { jobs, builds: jobs } };

export const artifacts = defineView({
  load: () => import("./index.tsx"),
  web,
  pages: [
    page("/a/$account/p/$project/jobs/$job/artifacts", {
      name: "job_artifacts",
      label: "Artifacts",
      icon: FileArchive,
      component: "ArtifactsView",
      id: "number",
      parent: "job",
      names: ({ params, name }) => ({ own: "Artifacts", title: name ?? `Artifacts #${params.job}` }),
      web: ({ params, search: { path = "" }, hash }) =>
        encoded("jobs", params.job, "artifacts", path ? "file" : "browse", path) + hash,
    }),
    page("/a/$account/p/$project/jobs/$job/tests", {
      name: "job_tests",
      label: "Tests",
      icon: FlaskConical,
      component: "TestsView",
      id: "number",
      parent: "job",
      names: ({ params, name }) => ({ own: "Tests", title: name ?? `Tests #${params.job}` }),
      // Its report is on the page of its pipeline there.
      web: ({ params }) => `jobs/${params.job}`,
    }),
    page("/a/$account/p/$project/artifacts", {
      name: "artifacts",
      label: "Artifacts",
      icon: FileArchive,
      component: "RefArtifactsView",
      marks: "pipelines",
      web: ({ search }) => {
        const { name, type } = webRef(search.ref);
        return (
          encoded("jobs/artifacts", name, search.path ? "file" : "browse", search.path ?? "") +
          stringifyPlainSearch({ job: search.job, ref_type: type })
        );
      },
      commands: [
        { id: "project.artifacts", title: "Artifacts of a branch or tag", keywords: "ci download latest" },
      ],
    }),
  ],
});
