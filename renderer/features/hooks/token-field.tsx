import { Dices } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { RevealButton } from "../../ui/buttons/reveal-button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { generateHookToken } from "./hook-url.ts";

interface TokenFieldProps {
  readonly token: string;
  readonly onToken: (token: string) => void;
  /** Added to the hint. */
  readonly note?: string;
}

/** The secret that a hook sends, hidden until it is shown; it is stored nowhere on this computer. */
export function TokenField({ token, onToken, note = "" }: TokenFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label="Secret token"
      type={isShown ? "text" : "password"}
      mono
      value={token}
      onChange={onToken}
      autoComplete="new-password"
      hint={`Sent in the header X-Gitlab-Token, so that the receiver can verify requests. The service never shows it again, and Helve does not store it.${note}`}
      suffix={
        <>
          {token ? <CopyButton text={token} label="Copy token" /> : null}
          <RevealButton what="token" isShown={isShown} onChange={setShown} />
          <IconButton
            label="Generate token"
            icon={Dices}
            size="s"
            onClick={() => {
              onToken(generateHookToken());
              setShown(true);
            }}
          />
        </>
      }
    />
  );
}
