import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { readAccountUrl } from "../../../../shared/host/account-url.ts";
import { addAccount } from "../../../api/accounts.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { serviceUrls } from "../../../features/addresses/service-urls.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import styles from "./accounts.module.css";
import { CheckSummary } from "./check-summary.tsx";
import { TokenField } from "./token-field.tsx";
import { useLiveCheck } from "./use-live-check.ts";
import { useTokenStorage } from "./use-token-storage.ts";

/** Dialog that adds an account: URL and token, tried as they are typed. */
export function AddAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const tokenStorage = useTokenStorage();
  const go = useGo();
  const [typedUrl, setTypedUrl] = useState("");
  const [token, setToken] = useState("");
  const [name, setName] = useState("");
  const [touched, setTouched] = useState(false);
  const url = readAccountUrl(typedUrl);
  const base = url.kind === "url" ? url.url : null;
  const check = useLiveCheck(base, token.trim());
  const add = async (keep: "keychain" | "memory") => {
    if (base === null) return;
    const account = await addAccount({
      url: base,
      token: token.trim(),
      keep,
      ...(name.trim() ? { name: name.trim() } : {}),
    });
    toast.success(`${account.name} added`);
    onClose();
    go(hrefs.projects(account.id));
  };
  const isNew = check.state === "bad" && check.problem.code === "unconfirmed";
  const submission = useSubmit(async () => (isNew ? check.connect() : add("keychain")));
  const inMemory = useSubmit(() => add("memory"));
  return (
    <FormDialog
      onClose={onClose}
      title="Add account"
      description={`A service and a personal access token. ${tokenStorage}`}
      submitLabel={isNew ? "Connect…" : "Add account"}
      submission={{ ...submission, failure: inMemory.failure ?? submission.failure }}
      isReady={isNew || check.state === "good"}
      failureTitle="The account was not added"
    >
      <TextField
        label="Service"
        placeholder="https://code.example.com"
        value={typedUrl}
        onChange={setTypedUrl}
        onBlur={() => setTouched(true)}
        error={url.kind === "wrong" && touched ? url.message : undefined}
        inputMode="url"
        autoFocus
      />
      {url.kind === "url" && url.insecure ? (
        <p className={styles.warning} role="status">
          <Icon of={TriangleAlert} /> This address is not encrypted: others on the network can read the token
          and your work. Use https:// if you can.
        </p>
      ) : null}
      <TokenField
        value={token}
        onChange={setToken}
        hint={
          base ? (
            <>
              With the scope <code>api</code>, or <code>read_api</code> to read only.{" "}
              <Link href={serviceUrls.newToken(base)} target="_blank" rel="noreferrer">
                Create a token
              </Link>
            </>
          ) : (
            "With the scope api, or read_api to read only."
          )
        }
      />
      <CheckSummary check={check} />
      <TextField
        label="Name (optional)"
        placeholder={base ? new URL(base).host : ""}
        value={name}
        onChange={setName}
        maxLength={100}
      />
      {submission.problem?.code === "keychain" ? (
        <div className={styles.warning} role="status">
          <Icon of={TriangleAlert} />
          <div className={styles.text}>
            <p>
              Helve never writes a token to disk in plain text. You can keep it in memory until you quit
              Helve, and enter it again next time.
            </p>
            <Button size="s" loading={inMemory.isPending} onClick={inMemory.submit}>
              Keep for this run only
            </Button>
          </div>
        </div>
      ) : null}
    </FormDialog>
  );
}
