import { FolderGit2 } from "lucide-react";
import { useState } from "react";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import { updateSubmodule } from "../../../../shared/api/resources/submodules.ts";
import { pathOnService } from "../../../../shared/host/account-url.ts";
import { decodePercent } from "../../../../shared/text/decode-percent.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { filesHref } from "../../../features/repository/repository-hrefs.ts";
import { type RepositoryAtRef, useFolder } from "../../../features/repository/use-repository.ts";
import { useFormDraft } from "../../../state/form-draft.ts";
import { useAccount } from "../../../state/host-state.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { useBlob } from "../file/use-blob.ts";

/** Explains a submodule, a linked commit of another repository. */
export function SubmoduleEntry({
  repository,
  path,
  commit,
}: {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  readonly commit: string;
}) {
  const listed = useFolder(repository, "").data?.find((entry) => entry.path === ".gitmodules");
  const modules = useBlob(repository, ".gitmodules", listed?.id ?? null, undefined, 0);
  const text = modules.state === "ready" && modules.content.kind === "text" ? modules.content.text : "";
  const url = submoduleUrl(text, path);
  const service = useAccount(repository.account)?.url ?? "";
  const source = url ? submoduleProject(url, repository.project, service) : null;
  const [updating, setUpdating] = useState(false);
  return (
    <>
      <EmptyState
        icon={FolderGit2}
        title="Submodule"
        description={
          <>
            Another repository is linked here at commit <code>{commit.slice(0, 8)}</code>
            <CopyButton text={commit} label="Copy the commit's hash" />
            {url ? (
              <>
                <br />
                Its URL is <code>{url}</code> <CopyButton text={url} label="Copy the repository's address" />
              </>
            ) : null}
          </>
        }
        actions={
          <>
            <Button variant="primary" onClick={() => setUpdating(true)}>
              Update submodule…
            </Button>
            {source ? (
              <Button asChild>
                <AppLink href={filesHref({ ...repository, project: source }, commit, "")}>
                  Browse it here
                </AppLink>
              </Button>
            ) : null}
            {url && /^https?:\/\//.test(url) ? (
              <Button asChild>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  Open the repository
                </a>
              </Button>
            ) : null}
          </>
        }
      />
      {updating ? (
        <SubmoduleBump
          repository={repository}
          path={path}
          commit={commit}
          source={source}
          onClose={() => setUpdating(false)}
        />
      ) : null}
    </>
  );
}

interface SubmoduleBumpProps {
  readonly repository: RepositoryAtRef;
  readonly path: string;
  /** Commit that is linked now. */
  readonly commit: string;
  /** The submodule's own project, where it is on this service. */
  readonly source: string | null;
  readonly onClose: () => void;
}

/** Points a submodule at another commit: one of its project's, or any hash. The draft is stored until then. */
function SubmoduleBump({ repository, path, commit, source, onClose }: SubmoduleBumpProps) {
  const write = useWrite(updateSubmodule);
  const { account, project, ref } = repository;
  const draft = useFormDraft(`submodule ${JSON.stringify([account, project, ref, path])}`, {
    sha: "",
    message: "",
    branch: ref,
  });
  const { sha, branch, message } = draft.fields;
  const commits = useOperation(listCommits, source ? { id: source, per_page: 50 } : null);
  const wrong = sha !== "" && !/^[0-9a-f]{40}$/.test(sha);
  const submission = useSubmit(async () => {
    await write({
      id: project,
      submodule: path,
      branch,
      commit_sha: sha,
      commit_message: message.trim() || undefined,
    });
    draft.clear();
    toast.success(`${path} points at ${sha.slice(0, 8)} on ${branch}`);
    onClose();
  });
  const discard = () => {
    draft.clear();
    onClose();
    toast.discarded("submodule draft", draft.restore);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Update ${path}`}
      description={`It points at ${commit.slice(0, 8)} now.`}
      submitLabel="Update"
      actions={draft.isChanged ? <DiscardButton disabled={submission.isPending} onClick={discard} /> : null}
      submission={submission}
      isReady={sha !== "" && !wrong && sha !== commit && branch.trim() !== ""}
    >
      {source ? (
        <Combobox
          label={`Commits of ${source}`}
          trigger={<Button>Choose a commit of {source}…</Button>}
          items={(commits.data ?? []).map(({ id, short_id, title }) => ({
            id,
            label: title,
            hint: short_id,
            selected: id === sha,
          }))}
          onChoose={({ id }) => draft.change({ sha: id })}
          loading={commits.isFetching}
          problem={problemText(commits.error)}
        />
      ) : null}
      <TextField
        label="Commit"
        mono
        value={sha}
        onChange={(next) => draft.change({ sha: next })}
        hint="The whole hash, 40 digits"
        error={wrong ? "Not a whole hash" : sha === commit ? "It points there already" : undefined}
      />
      <TextField label="Branch" mono value={branch} onChange={(next) => draft.change({ branch: next })} />
      <TextField
        label="Message"
        value={message}
        placeholder={`Update submodule ${path} with oid ${sha.slice(0, 8)}`}
        onChange={(next) => draft.change({ message: next })}
      />
    </FormDialog>
  );
}

/** Returns the URL of the submodule at a path, from the text of `.gitmodules`; null where it has none, or git could not read it. */
export function submoduleUrl(gitmodules: string, path: string): string | null {
  const values = readGitConfig(gitmodules);
  for (const [key, found] of values ?? []) {
    const section = /^submodule\..*\.(?=path$)/s.exec(key)?.[0];
    if (section !== undefined && found === path) return values?.get(`${section}url`) ?? null;
  }
  return null;
}

/** Escapes in a value and what they stand for. */
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };
const header = /\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]/y;
const variable = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/y;
const blank = /(?:\s|[#;][^\n]*)+/y;

/**
 * Returns the values of a file in the grammar of `git config`, by `section.subsection.key`; the last one of a key counts, as git
 * reads it. Null for a file that git refuses.
 */
function readGitConfig(file: string): Map<string, string> | null {
  const text = file.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const values = new Map<string, string>();
  let at = 0;
  let section: string | null = null;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (take(blank); at < text.length; take(blank)) {
    const [isHeader, name = "", subsection] = take(header) ?? [];
    if (isHeader) {
      const quoted = subsection?.replace(/\\(.)/g, "$1");
      section = name.toLowerCase() + (quoted === undefined ? "" : `.${quoted}`);
      continue;
    }
    const [isVariable, key = "", equals] = take(variable) ?? [];
    if (!isVariable || section === null) return null;
    const value = equals ? readValue(text, at) : { text: "true", end: at };
    if (value === null) return null;
    values.set(`${section}.${key.toLowerCase()}`, value.text);
    at = value.end;
  }
  return values;
}

/** Reads a value up to the end of its line: quotation marks, escapes, comments and lines that go on. Null for a bad one. */
function readValue(text: string, from: number): { readonly text: string; readonly end: number } | null {
  let value = "";
  /** Length of the value without blanks outside of quotation marks at its end. */
  let length = 0;
  let isQuoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "\n") break;
    if (!isQuoted && /[#;]/.test(character)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
      break;
    }
    if (character === '"') {
      isQuoted = !isQuoted;
      length = value.length;
    } else if (character === "\\") {
      const next = text[++at];
      if (next === "\n") continue;
      const escaped = next === undefined ? undefined : escapes[next];
      if (escaped === undefined) return null;
      value += escaped;
      length = value.length;
    } else if (isQuoted || !/\s/.test(character)) {
      value += character;
      length = value.length;
    } else if (value !== "") value += character;
  }
  return isQuoted ? null : { text: value.slice(0, length), end: at };
}

/**
 * Full path of a submodule's project where it is on the same service, else null. Relative addresses are resolved
 * against the parent project.
 */
export function submoduleProject(url: string, project: string, service: string): string | null {
  const path = /^\.\.?\//.test(url) ? resolve(project, url) : onService(url, service);
  return path?.replace(/\.git\/?$/, "").replace(/^\/+|\/+$/g, "") || null;
}

function resolve(project: string, url: string): string | null {
  const parts = project.split("/");
  for (const step of url.split("/")) {
    if (step === "..") {
      if (parts.pop() === undefined) return null;
    } else if (step !== "." && step !== "") parts.push(step);
  }
  return parts.join("/");
}

const sshUrl = /^(?:ssh:\/\/git@([^:/]+)(?::\d+)?\/|git@([^:/]+):\/?)/;

function onService(url: string, service: string): string | null {
  if (!URL.canParse(service)) return null;
  const { host, hostname } = new URL(service);
  // SSH has a port of its own.
  const link = url.replace(sshUrl, (_, one?: string, other?: string) => {
    const there = one ?? other ?? "";
    return `https://${there === hostname ? host : there}/`;
  });
  const found = pathOnService(link, service);
  return found && decodePercent(found.path);
}
