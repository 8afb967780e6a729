import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { readAccountUrl } from "../../../../shared/host/account-url.ts";
import { accountRoutes } from "../../../../shared/host/accounts.ts";
import { callHost, toProblem } from "../../../api/fetch-host.ts";
import { shellQuery } from "../../../api/host-queries.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { serviceUrls } from "../../../features/addresses/service-urls.ts";
import { Link } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { TextField, type TextFieldProps } from "../../../ui/forms/text-field.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import styles from "./accounts.module.css";
import { CheckSummary, useLiveCheck } from "./check-summary.tsx";

/** Dialog that adds an account: URL and token, tried as they are typed. */
export function AddAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const tokenStorage = useTokenStorage();
  const shell = useQuery(shellQuery).data;
  const [isRefused, setIsRefused] = useState(false);
  const [forThisRun, setForThisRun] = useState(true);
  // Known beforehand, or from a keychain that refuses: then only the memory is left, as the user confirms.
  const lacksKeychain = isRefused || shell?.keychain === false;
  const go = useGo();
  const [typedUrl, setTypedUrl] = useState("");
  const [token, setToken] = useState("");
  const [name, setName] = useState("");
  const [touched, setTouched] = useState(false);
  const url = readAccountUrl(typedUrl);
  const base = url.kind === "url" ? url.url : null;
  const check = useLiveCheck(base, token.trim());
  const add = async () => {
    if (base === null) return;
    const account = await callHost(accountRoutes.add, {
      body: {
        url: base,
        token: token.trim(),
        keep: lacksKeychain ? "memory" : "keychain",
        name: name.trim() || undefined,
      },
    }).catch((error: unknown) => {
      if (toProblem(error).code === "keychain") setIsRefused(true);
      throw error;
    });
    toast.success(`${account.name} added`);
    onClose();
    go(hrefs.projects(account.id));
  };
  const isNew = check.state === "bad" && check.problem.code === "unconfirmed";
  const submission = useSubmit(async () => (isNew ? check.connect() : add()));
  const failure = submission.problem?.code === "keychain" ? null : submission.failure;
  return (
    <FormDialog
      onClose={onClose}
      title="Add account"
      description={`A service and a personal access token. ${tokenStorage}`}
      submitLabel={isNew ? "Connect…" : "Add account"}
      submission={{ ...submission, failure }}
      isReady={isNew || (check.state === "good" && (forThisRun || !lacksKeychain))}
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
      <CheckSummary check={check} onPlain={() => setTypedUrl(base?.replace(/^https:/, "http:") ?? "")} />
      <TextField
        label="Name (optional)"
        placeholder={base ? new URL(base).host : ""}
        value={name}
        onChange={setName}
        maxLength={100}
      />
      {lacksKeychain ? (
        <Checkbox
          label="Keep for this run"
          description="Helve never writes a token to disk in plain text, and there is no system keychain: enter it again when Helve starts the next time."
          checked={forThisRun}
          onChange={setForThisRun}
        />
      ) : null}
    </FormDialog>
  );
}

type TokenFieldProps = Pick<TextFieldProps, "value" | "onChange" | "hint" | "autoFocus">;

/** The field for a personal access token. */
export const TokenField = (props: TokenFieldProps) => (
  <TextField label="Personal access token" type="password" mono autoComplete="new-password" {...props} />
);

/** Returns a sentence about where tokens are stored on this machine; empty while that is not known. */
export function useTokenStorage(): string {
  const { data } = useQuery(shellQuery);
  if (!data) return "";
  return data.keychain
    ? "Tokens are stored in the system keychain and never shown again."
    : "No system keychain available: tokens are kept in memory until you quit Helve, and never shown again.";
}
