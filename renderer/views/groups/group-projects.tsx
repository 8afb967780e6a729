import { z } from "zod";
import { type Group, listGroupProjects } from "../../../shared/api/resources/groups.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { orderOf } from "../../features/project-list/project-filters.ts";
import { ProjectList } from "../../features/project-list/project-list.tsx";
import { ProjectSearchBar } from "../../features/project-list/project-search-bar.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";

const flag = z.literal("1").optional().catch(undefined);

/** Filters of a group's projects in the address; what is left out is the default. */
const filters = z.object({
  search: z.string().optional().catch(undefined),
  visibility: z.enum(["public", "internal", "private"]).optional().catch(undefined),
  archived: z.enum(["only", "with"]).optional().catch(undefined),
  order: z
    .enum(["name", "path", "created_at", "updated_at", "last_activity_at", "id"])
    .optional()
    .catch(undefined),
  own: flag.describe("without those of subgroups"),
  unshared: flag.describe("without those that are shared with the group"),
  owned: flag,
  starred: flag,
  issues: flag,
  merge_requests: flag,
});
type Filters = z.output<typeof filters>;

const flags = [
  { name: "own", label: "Only this group, not its subgroups" },
  { name: "unshared", label: "Hide projects shared with the group" },
  { name: "owned", label: "Owned by me" },
  { name: "starred", label: "Starred by me" },
  { name: "issues", label: "With issues enabled" },
  { name: "merge_requests", label: "With merge requests enabled" },
] as const;

const toInput = (id: string, search: Filters) => ({
  id,
  ...orderOf(search),
  include_subgroups: !search.own,
  with_shared: !search.unshared,
  ...(search.search ? { search: search.search } : {}),
  ...(search.visibility ? { visibility: search.visibility } : {}),
  ...(search.archived === "with" ? {} : { archived: search.archived === "only" }),
  ...(search.owned ? { owned: true } : {}),
  ...(search.starred ? { starred: true } : {}),
  ...(search.issues ? { with_issues_enabled: true } : {}),
  ...(search.merge_requests ? { with_merge_requests_enabled: true } : {}),
  per_page: 50,
});

/** The projects of a group, of the groups below it and those shared with it, with search, filters and order. */
export function GroupProjects({ account, group }: { readonly account: string; readonly group: Group }) {
  const [search, change] = useAddressSearch(filters);
  const list = useOperationPages(listGroupProjects, toInput(group.full_path, search), { keepPrevious: true });
  const { search: words, order: _, ...rest } = search;
  const count = Object.values(rest).filter((value) => value !== undefined).length;
  return (
    <>
      <ProjectSearchBar label="Projects of the group" search={search} onChange={change} count={count}>
        {flags.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={search[name] === "1"}
            onChange={(checked) => change({ [name]: checked ? "1" : undefined })}
          />
        ))}
      </ProjectSearchBar>
      <ProjectList
        account={account}
        list={list}
        search={search}
        empty={
          words || count > 0
            ? { title: "No matches", description: "Try different words or fewer filters." }
            : {
                title: "No projects in this group",
                description: "Neither the group nor its subgroups have a project that you can see.",
              }
        }
      />
    </>
  );
}
