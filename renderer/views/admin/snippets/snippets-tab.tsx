import { Search } from "lucide-react";
import { useState } from "react";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useDraft } from "../../../state/drafts.ts";
import { useAccount } from "../../../state/host-state.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import styles from "./admin-snippets.module.css";
import { parseSnippet, SnippetOrigin } from "./snippet-origin.tsx";

const snippetSearch = { snippet: anyText };

/** Form that finds the origin of a snippet, to handle spam and abuse. The URL has the snippet. */
export function SnippetsTab({ account }: { readonly account: string }) {
  const [{ snippet = "" }, changeSearch] = useAddressSearch(snippetSearch);
  const draft = useDraft(`snippet lookup ${account}`);
  const [typed, setTyped] = useState<string | null>(snippet || null);
  const text = typed ?? draft.text;
  const [isTried, setTried] = useState(false);
  const service = useAccount(account)?.url ?? "";
  const address = parseSnippet(snippet, service);
  const wanted = "Enter a number, group/project$12 or a web address of this service";
  const error = isTried && parseSnippet(text, service) === null ? wanted : undefined;
  const lookUp = () => {
    setTried(true);
    if (parseSnippet(text, service) === null) return;
    draft.clear();
    changeSearch({ snippet: text.trim() }, { push: snippet !== "" });
  };
  return (
    <Section
      className={styles.tab ?? ""}
      title="Origin of a snippet"
      description="See which browser and IP address created a snippet, to handle spam and abuse."
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          lookUp();
        }}
      >
        <TextField
          label="Snippet"
          mono
          value={text}
          onChange={(next) => {
            setTyped(next);
            setTried(false);
            draft.setText(next);
          }}
          placeholder="group/project$12"
          hint="The number of a personal snippet, group/project$12, or the snippet's web address"
          error={error}
          className={styles.field ?? ""}
        />
        <Button type="submit" variant="primary" icon={Search} disabled={text.trim() === ""}>
          Look up
        </Button>
      </form>
      {address ? <SnippetOrigin key={snippet} account={account} address={address} /> : null}
    </Section>
  );
}
