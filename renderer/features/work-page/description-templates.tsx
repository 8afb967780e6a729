import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { callOperation, fetchOperation } from "../../api/fetch-operation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem } from "../../ui/overlays/menu-item.tsx";
import { toast } from "../../ui/overlays/toast.tsx";

/** Thing that a template is for. */
type TemplateKind = "merge_request" | "issue";

/** Returns the folder of the templates, on the default branch. */
const folderOf = (kind: TemplateKind): string => `.gitlab/${kind}_templates`;
/** Bytes of a template above which it is ignored. */
const maxTemplateBytes = 256 * 1024;
/** Milliseconds for which the templates of a project are fresh. */
const freshMs = 300_000;

interface Templates {
  readonly names: readonly string[];
  /** Text of the one called `Default`; empty where there is none. */
  readonly proposed: string;
}

const noTemplates: Templates = { names: [], proposed: "" };

/** Returns the templates of descriptions that a project's default branch has; undefined until they are read. */
export function useDescriptionTemplates(
  kind: TemplateKind,
  project: string,
  ref: string | undefined,
): Templates | undefined {
  const account = useAccountId();
  const { data } = useQuery({
    queryKey: [account, "description templates", kind, project, ref],
    queryFn: async ({ signal }): Promise<Templates> => {
      const input = { id: project, path: folderOf(kind), ref, per_page: 100 };
      const files = await fetchOperation(account, listTree, input, signal).catch((error: unknown) => {
        if (toProblem(error).status === 404) return [];
        throw error;
      });
      const names = files.flatMap(({ type, name }) =>
        type === "blob" && /\.md$/i.test(name) ? [name.replace(/\.md$/i, "")] : [],
      );
      const own = names.find((name) => name.toLowerCase() === "default");
      return {
        names,
        proposed: own ? await readTemplate(account, { kind, project, ref, name: own }, signal) : "",
      };
    },
    enabled: ref !== undefined,
    staleTime: freshMs,
    retry: false,
  });
  return ref === undefined ? noTemplates : data;
}

interface Template {
  readonly kind: TemplateKind;
  readonly project: string;
  readonly ref: string | undefined;
  readonly name: string;
}

async function readTemplate(
  account: string,
  { kind, project, ref, name }: Template,
  signal?: AbortSignal,
): Promise<string> {
  const input = { id: project, file_path: `${folderOf(kind)}/${name}.md`, ref: ref ?? "HEAD" };
  const response = await callOperation(account, getRawFile, input, { signal });
  const bytes = await response.arrayBuffer();
  return bytes.byteLength > maxTemplateBytes ? "" : new TextDecoder().decode(bytes).trimEnd();
}

interface TemplateMenuProps {
  readonly kind: TemplateKind;
  readonly project: string;
  readonly branch: string | undefined;
  readonly names: readonly string[];
  readonly onChoose: (text: string) => void;
}

/** The button with the templates of descriptions; null where there are none. */
export function TemplateMenu({ kind, project, branch, names, onChoose }: TemplateMenuProps) {
  const account = useAccountId();
  if (names.length === 0) return null;
  const choose = (name: string) =>
    void readTemplate(account, { kind, project, ref: branch, name }).then(onChoose, (error: unknown) =>
      toast.problem(`The template ${name} was not read`, describeProblem(error)),
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button size="s" icon={FileText}>
          Template
        </Button>
      }
    >
      {names.map((name) => (
        <MenuItem key={name} onSelect={() => choose(name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
