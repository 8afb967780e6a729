import { Plus, Send } from "lucide-react";
import { useRef } from "react";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useAccounts, useHostState } from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useLostFocus } from "../../ui/overlays/use-focus-return.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { NewPublishForm } from "./new-publish-form.tsx";
import { PublishEntry } from "./publish-entry.tsx";

const fields = { from: anyText, project: anyText, to: anyText };
const focusable = { tabIndex: 0 };

/** Projects that move from one service to another: a form for a new one, and all that were begun. */
export function PublishesView() {
  const [search] = useAddressSearch(fields);
  const accounts = useAccounts();
  const publishes = useHostState((state) => state.publishes);
  const go = useGo();
  const page = useRef<HTMLElement>(null);
  useLostFocus(publishes?.length ?? 0, () => page.current);
  const isNew = search.from !== undefined || search.to !== undefined;
  const first = accounts[0]?.id;
  const begin =
    first === undefined ? null : (
      <Button icon={Plus} variant="primary" onClick={() => go(hrefs.publishes({ from: first }))}>
        Publish a project
      </Button>
    );
  return (
    <section ref={page} className={layout.page} aria-label="Publish projects">
      <PageHeader
        title="Publish projects"
        icon={Send}
        actions={isNew || publishes?.length === 0 ? undefined : begin}
      />
      {publishes?.length === 0 && !isNew ? (
        <EmptyState
          icon={Send}
          title="Nothing was published yet"
          description="A project moves to another service with its branches, merge requests and their versions, comments, issues, wiki, snippets and releases. Helve reads it first and says what cannot be kept; the original stays as it is."
          actions={begin}
        />
      ) : (
        <section className={layout.sections} aria-label="Projects that are published" {...focusable}>
          {isNew ? <NewPublishForm key={JSON.stringify(search)} {...search} /> : null}
          {publishes === null ? <Skeleton lines={4} label="Loading what was published" /> : null}
          {publishes?.map((entry) => (
            <PublishEntry key={entry.id} publish={entry} />
          ))}
        </section>
      )}
    </section>
  );
}
