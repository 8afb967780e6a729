import { FileArchive, FlaskConical } from "lucide-react";
import { defineView, page } from "../../features/addresses/define-view.ts";

export const artifacts = defineView({
  load: () => import("./index.tsx"),
  pages: [
    page("/a/$account/p/$project/jobs/$job/artifacts", {
      name: "job_artifacts",
      label: "Artifacts",
      icon: FileArchive,
      component: "ArtifactsView",
      id: "number",
      parent: "job",
      names: ({ params, name }) => ({ own: "Artifacts", title: name ?? `Artifacts #${params.job}` }),
    }),
    page("/a/$account/p/$project/jobs/$job/tests", {
      name: "job_tests",
      label: "Tests",
      icon: FlaskConical,
      component: "TestsView",
      id: "number",
      parent: "job",
      names: ({ params, name }) => ({ own: "Tests", title: name ?? `Tests #${params.job}` }),
    }),
    page("/a/$account/p/$project/artifacts", {
      name: "artifacts",
      label: "Artifacts",
      icon: FileArchive,
      component: "RefArtifactsView",
      marks: "pipelines",
      commands: [
        { id: "project.artifacts", title: "Artifacts of a branch or tag", keywords: "ci download latest" },
      ],
    }),
  ],
});
