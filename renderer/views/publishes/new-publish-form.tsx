import { useState } from "react";
import { listProjects, type Visibility } from "../../../shared/api/resources/projects.ts";
import { type PublishedPart, publishRoutes } from "../../../shared/host/publishes.ts";
import { findPathProblem, proposePath } from "../../../shared/text/group-path.ts";
import { callHost } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import {
  NamespaceSelect,
  narrowest,
  useNamespaces,
  VisibilitySelect,
} from "../../features/project-list/namespace-fields.tsx";
import { useAccountIdentity, useAccounts } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Form, FormFailure } from "../../ui/forms/form.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";

interface NewPublishFormProps {
  readonly from?: string | undefined;
  readonly project?: string | undefined;
  readonly to?: string | undefined;
}

const parts: readonly (readonly [part: PublishedPart, label: string, description?: string])[] = [
  ["mergeRequests", "Merge requests", "With their versions, threads and states"],
  ["issues", "Issues"],
  ["wiki", "Wiki"],
  ["snippets", "Snippets"],
  ["releases", "Releases"],
  ["members", "Members", "Only people with the same name or email address there; they see the new project"],
  ["variables", "CI variables", "Their values are secrets, and are sent to the other service"],
];

/** Chooses a project of one account and its place in another. Submitting it reads the project, and sends nothing. */
export function NewPublishForm({ from, project: given = "", to }: NewPublishFormProps) {
  const accounts = useAccounts();
  const identity = useAccountIdentity();
  const go = useGo();
  const firstOther = (other: string | undefined) =>
    accounts.find(({ id }) => id !== other)?.id ?? accounts[0]?.id ?? "";
  const [source, setSource] = useState(from ?? firstOther(to));
  const [target, setTarget] = useState(to ?? firstOther(source));
  const [project, setProject] = useState(given);
  const [name, setName] = useState<string | null>(null);
  const [path, setPath] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Visibility>("private");
  const [left, setLeft] = useState<ReadonlySet<PublishedPart>>(new Set(["members", "variables"]));
  const namespaces = useNamespaces(target);
  const namespace = namespaces.find((each) => each.path === chosen) ?? namespaces[0];
  const widest = narrowest([namespace?.group?.visibility]);
  const visibility = narrowest([widest, wanted]);
  const last = project.split("/").at(-1) ?? "";
  const shownName = name ?? last;
  const shownPath = path ?? (name === null ? last : proposePath(name));
  const pathProblem = findPathProblem(shownPath, "below");
  const isReady =
    project !== "" && namespace !== undefined && shownName.trim() !== "" && pathProblem === null;
  const options = accounts.map((account) => ({ value: account.id, label: identity(account) }));
  const submission = useSubmit(async () => {
    await callHost(publishRoutes.create, {
      body: {
        source: { accountId: source, project },
        target: {
          accountId: target,
          namespace: namespace?.path ?? "",
          name: shownName.trim(),
          path: shownPath,
          visibility,
        },
        parts: {
          mergeRequests: !left.has("mergeRequests"),
          issues: !left.has("issues"),
          wiki: !left.has("wiki"),
          snippets: !left.has("snippets"),
          releases: !left.has("releases"),
          members: !left.has("members"),
          variables: !left.has("variables"),
        },
      },
    });
    go(hrefs.publishes(), { replace: true });
  });
  const toggle = (part: PublishedPart) => {
    const next = new Set(left);
    if (!next.delete(part)) next.add(part);
    setLeft(next);
  };
  return (
    <Section title="New publish" description="The project is read first. Nothing is sent until you start it.">
      <Form submission={{ ...submission, isLocal: true }} isReady={isReady} className={layout.form}>
        {accounts.length < 2 ? (
          <p>
            A project moves between two accounts. <AppLink href={hrefs.addAccount}>Add an account</AppLink> of
            the other service first.
          </p>
        ) : null}
        <Select
          label="From"
          value={source}
          options={options}
          onChange={(next) => {
            setSource(next);
            setProject("");
          }}
        />
        <ProjectField account={source} value={project} onChange={setProject} />
        <Select
          label="To"
          value={target}
          options={options}
          onChange={(next) => {
            setTarget(next);
            setChosen(null);
          }}
        />
        <NamespaceSelect namespaces={namespaces} value={namespace?.path ?? null} onChange={setChosen} />
        <TextField label="Name" value={shownName} onChange={setName} maxLength={255} />
        <TextField
          label="Path"
          mono
          value={shownPath}
          onChange={setPath}
          maxLength={255}
          hint={namespace ? `${namespace.path}/${shownPath}` : undefined}
          error={project === "" ? undefined : (pathProblem ?? undefined)}
        />
        <VisibilitySelect value={visibility} onChange={setWanted} widest={widest} />
        <fieldset className={flow.stack}>
          <legend className={layout.strong}>Include</legend>
          {parts.map(([part, label, description]) => (
            <Checkbox
              key={part}
              label={label}
              description={description}
              checked={!left.has(part)}
              onChange={() => toggle(part)}
            />
          ))}
        </fieldset>
        <FormFailure submission={submission} title="The project cannot be read" />
        <div className={flow.cluster}>
          <Button
            type="submit"
            variant="primary"
            loading={submission.isPending}
            aria-disabled={!isReady || undefined}
          >
            Read the project
          </Button>
          <Button onClick={() => go(hrefs.publishes(), { replace: true })}>Cancel</Button>
        </div>
      </Form>
    </Section>
  );
}

interface ProjectFieldProps {
  readonly account: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
}

/** Chooses a project of an account by a search. */
function ProjectField({ account, value, onChange }: ProjectFieldProps) {
  const [query, setQuery] = useState<string | null>(null);
  const input = { simple: true, membership: true, per_page: 20, ...(query ? { search: query } : {}) };
  const found = useOperation(listProjects, query === null ? null : input, { account });
  return (
    <div className={flow.stackStart}>
      <span className={layout.strong} aria-hidden>
        Project
      </span>
      <Combobox
        label="Project"
        placeholder="Search projects…"
        trigger={
          <Button aria-label={value === "" ? "Choose a project" : `Project ${value}`}>
            <span className={cx(layout.ellipsis)}>{value === "" ? "Choose…" : value}</span>
          </Button>
        }
        items={(found.data ?? []).map(({ path_with_namespace: path }) => ({ id: path, label: path }))}
        loading={found.isPending && query !== null}
        onQuery={setQuery}
        onChoose={({ id }) => onChange(id)}
      />
    </div>
  );
}
