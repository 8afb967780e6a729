import { ChevronsUpDown, CirclePlay, Download, FileArchive } from "lucide-react";
import { useMemo } from "react";
import { listJobs } from "../../../shared/api/resources/jobs.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { shortRef } from "../../../shared/text/ref-name.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText, type SearchOf } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import jobPage from "../../features/ci/job-page.module.css";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { downloadArchive, hasArchive } from "../../features/test-reports/artifact-source.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { ArchivePane } from "./archive/artifact-browser.tsx";

const refSearch = {
  ref: anyText,
  job: anyText,
  path: anyText,
  plain: anyText,
};

/** The artifacts of the newest successful job with a name on a branch or tag. */
export function RefArtifactsView() {
  const { account, project } = useProjectRoute();
  const [search] = useAddressSearch(refSearch);
  const go = useGo();
  const details = useOperation(getProject, { id: project });
  const defaultBranch = details.data?.default_branch ?? null;
  const ref = search.ref ?? defaultBranch;
  const names = useJobNames(project);
  const name = search.job ?? names?.[0] ?? null;
  const source = ref === null || name === null ? null : { account, project, ref, name };
  const show = (next: SearchOf<typeof refSearch>) =>
    go(
      hrefs.project(account, project, "artifacts", {
        ref: ref || undefined,
        job: name || undefined,
        ...next,
      }),
    );
  const archiveName = `${name ?? "job"}-${shortRef(ref ?? "").replaceAll("/", "-")}-artifacts.zip`;
  return (
    <div className={cx(layout.page, jobPage.page)}>
      <PageHeader
        title="Artifacts"
        icon={FileArchive}
        meta={source ? `of the latest successful ${source.name} job on ${shortRef(source.ref)}` : undefined}
        actions={
          <>
            <RefPicker
              project={project}
              current={ref}
              defaultBranch={defaultBranch}
              onChoose={(chosen) => show({ ref: chosen })}
            />
            <Combobox
              label="Job"
              placeholder="Find a job"
              trigger={
                <Button icon={CirclePlay} aria-label={`Job: ${name ?? "none"}`}>
                  {name ?? "Choose a job"}
                  <Icon of={ChevronsUpDown} size={14} />
                </Button>
              }
              items={(names ?? []).map((one) => ({ id: one, label: one, selected: one === name }))}
              onChoose={({ id }) => show({ job: id })}
            />
            {source ? (
              <Button icon={Download} onClick={() => void downloadArchive(source, archiveName)}>
                Download archive
              </Button>
            ) : null}
          </>
        }
      />
      <div className={cx(flow.viewport, flow.ruled)}>
        {source ? (
          <ArchivePane
            source={source}
            path={search.path ?? ""}
            plain={search.plain === "1"}
            name={archiveName}
          />
        ) : names?.length === 0 ? (
          <EmptyState
            icon={FileArchive}
            title="No artifacts"
            description="None of the latest successful jobs of this project has artifacts."
          />
        ) : null}
      </div>
    </div>
  );
}

/** Returns the names of successful jobs with artifacts, of the newest ones; undefined while they are read. */
function useJobNames(project: string): readonly string[] | undefined {
  const jobs = useOperation(listJobs, { id: project, scope: ["success"], per_page: 100 });
  return useMemo(
    () => jobs.data && [...new Set(jobs.data.filter(hasArchive).map(({ name }) => name))],
    [jobs.data],
  );
}
