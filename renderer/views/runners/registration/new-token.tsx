import { Copy, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
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

/** A new runner's token, the command that registers its machine, and its `config.toml`: hidden until they are revealed, gone once the dialog is closed. */
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
      <Snippet
        label="Command"
        text={registerCommand({ ...runner, executor })}
        secret={isShown ? null : runner.token}
        onCopy={copy}
      />
      {isLoopback(runner.url) ? (
        <p className={styles.note}>
          This address is this computer's. For a runner on another machine, forward the port to it first:{" "}
          <code>{forwardCommand(runner.url)}</code>
        </p>
      ) : null}
      <Snippet label="config.toml" text={config} secret={isShown ? null : runner.token} onCopy={copy}>
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
      </Snippet>
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

interface SnippetProps {
  readonly label: string;
  readonly text: string;
  /** Part of the text that is shown as dots, null for none. */
  readonly secret: string | null;
  readonly onCopy: (what: string, text: string) => Promise<void>;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** A text for a terminal or a file, with Copy. */
function Snippet({ label, text, secret, onCopy, children }: SnippetProps) {
  return (
    <div className={flow.frame}>
      <div className={styles.configHead}>
        <span className={styles.label}>{label}</span>
        <Button
          size="s"
          icon={Copy}
          aria-label={`Copy ${label === "Command" ? "command" : label}`}
          onClick={() => void onCopy(label, text)}
        >
          Copy
        </Button>
        {children}
      </div>
      <pre {...scrollable} className={styles.code}>
        {secret === null ? text : text.replaceAll(secret, mask)}
      </pre>
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

/** Returns the command that registers the machine of a runner. */
export const registerCommand = ({ url, token, executor }: Omit<RunnerConfig, "name" | "id">): string =>
  [
    "gitlab-runner register --non-interactive",
    `--url ${shellWord(url)}`,
    `--token ${shellWord(token)}`,
    `--executor ${executor}`,
    ...(executor === "docker" ? [`--docker-image ${usualImage}`] : []),
    ...(executor === "docker" && isLoopback(url) ? ["--docker-network-mode host"] : []),
  ].join(" ");

const usualImage = "alpine:latest";

/** Returns a text as one word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Returns whether an address leads to the computer that uses it: containers need its network then. */
const isLoopback = (url: string): boolean =>
  /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(URL.parse(url)?.hostname ?? "");

/** Returns the command that makes a port of this computer one of another machine. */
const forwardCommand = (url: string): string => {
  const { port = "", hostname = "" } = URL.parse(url) ?? {};
  return `ssh -N -R ${port}:${hostname}:${port} user@machine`;
};

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
    ...(executor === "docker" ? ["  [runners.docker]", `    image = "${usualImage}"`] : []),
    ...(executor === "docker" && isLoopback(url) ? ['    network_mode = "host"'] : []),
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
