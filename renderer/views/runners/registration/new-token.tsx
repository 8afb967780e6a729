import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { copyText } from "../../../ui/buttons/copy-button.tsx";
import { RevealButton } from "../../../ui/buttons/reveal-button.tsx";
import { saveBlob } from "../../../ui/buttons/save-blob.ts";
import { Select } from "../../../ui/forms/select.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./registration.module.css";

interface NewTokenProps {
  readonly runner: Omit<RunnerConfig, "executor">;
  /** Called once the token was copied or saved. */
  readonly onTaken: () => void;
}

const mask = "••••••••";

/** A new runner's token and its `config.toml`: hidden until they are revealed, gone once the dialog is closed. */
export function NewRunnerToken({ runner, onTaken }: NewTokenProps) {
  const [isShown, setShown] = useState(false);
  // In the dialog rather than in a toast, which the keyboard does not reach from here.
  const [copied, setCopied] = useState<string | null>(null);
  const [executor, setExecutor] = useState<RunnerConfig["executor"]>("docker");
  const config = configToml({ ...runner, executor });
  const copy = async (what: string, text: string) => {
    if (!(await copyText(text))) {
      toast.error("Could not copy", { description: "The system did not give access to the clipboard." });
      return;
    }
    onTaken();
    setCopied(what);
  };
  const clear = async () => {
    if (await copyText("")) setCopied(null);
  };
  return (
    <div className={cx(layout.form, styles.form)}>
      <p>
        <strong>{runner.name}</strong> is registered as #{runner.id}. Its token is shown only now: copy it to
        the machine that runs the jobs.
      </p>
      <TextField
        label="Runner token"
        mono
        readOnly
        value={isShown ? runner.token : mask}
        onChange={() => undefined}
        suffix={
          <>
            <RevealButton what="token" isShown={isShown} onChange={setShown} />
            <IconButton
              label="Copy token"
              icon={Copy}
              size="s"
              onClick={() => void copy("Token", runner.token)}
            />
          </>
        }
      />
      <Select
        label="Executor"
        value={executor}
        onChange={setExecutor}
        options={[
          { value: "docker", label: "Docker", description: "Each job in a container" },
          { value: "shell", label: "Shell", description: "Jobs run with the rights of the runner's user" },
        ]}
      />
      <div className={flow.frame}>
        <div className={styles.configHead}>
          <span className={styles.label}>config.toml</span>
          <Button size="s" icon={Copy} onClick={() => void copy("config.toml", config)}>
            Copy
          </Button>
          <Button
            size="s"
            icon={Download}
            onClick={() => {
              saveBlob(new Blob([config], { type: "application/toml" }), "config.toml");
              onTaken();
            }}
          >
            Save
          </Button>
        </div>
        <pre {...scrollable} className={styles.code}>
          {isShown ? config : config.replace(runner.token, mask)}
        </pre>
      </div>
      <div className={styles.copied} role="status">
        {copied ? (
          <>
            <span>{copied} copied. Other programs can read the clipboard.</span>
            <Button size="s" onClick={() => void clear()}>
              Clear clipboard
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** Long lines are scrolled to with the arrow keys. */
const scrollable = { tabIndex: 0 };

/** Values of a runner's `config.toml`. */
interface RunnerConfig {
  readonly name: string;
  /** Base URL of the service. */
  readonly url: string;
  readonly id: number;
  readonly token: string;
  readonly executor: "shell" | "docker";
}

/** Returns the `config.toml` of a runner. */
export const configToml = ({ name, url, id, token, executor }: RunnerConfig): string =>
  [
    "concurrent = 1",
    "check_interval = 0",
    "",
    "[[runners]]",
    `  name = ${tomlString(name)}`,
    `  url = ${tomlString(url)}`,
    `  id = ${id}`,
    `  token = ${tomlString(token)}`,
    `  executor = ${tomlString(executor)}`,
    ...(executor === "docker" ? ["  [runners.docker]", '    image = "alpine:latest"'] : []),
    "",
  ].join("\n");

/** Writes a basic string of TOML 1.0; control characters become escapes. */
export function tomlString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]/gu, (sign) => {
    if (sign === '"' || sign === "\\") return `\\${sign}`;
    return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}
