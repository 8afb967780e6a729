import { useState } from "react";
import type { Settings } from "../../../shared/host/settings.ts";
import { Select } from "../../ui/forms/select.tsx";
import { NumberSetting, SettingRow, TextSetting } from "./setting-fields.tsx";
import { type useHostSettings, WithSettings } from "./with-settings.tsx";

export const NetworkSection = () => (
  <WithSettings>
    {({ network }, change) => (
      <>
        <ProxySetting network={network} change={change} />
        <TextSetting
          long
          label="Additional CA certificates"
          hint={
            countCertificates(network.certificates) > 0
              ? `${countCertificates(network.certificates)} trusted in addition to the system's.`
              : "For services that use your organization's own certificate. Paste PEM text."
          }
          placeholder="-----BEGIN CERTIFICATE-----"
          value={network.certificates}
          check={certificateError}
          onKeep={(certificates) => change({ network: { certificates } })}
        />
        <NumberSetting
          title="Concurrent requests"
          description="For each account. Lower it for small services."
          unit="requests"
          value={network.concurrency}
          min={1}
          max={32}
          onChange={(concurrency) => change({ network: { concurrency } })}
        />
        <NumberSetting
          title="Timeout"
          description="Fail when no data arrives for this long."
          unit="seconds"
          value={network.timeout}
          min={5}
          max={600}
          onChange={(timeout) => change({ network: { timeout } })}
        />
      </>
    )}
  </WithSettings>
);

interface ProxySettingProps {
  readonly network: Settings["network"];
  readonly change: ReturnType<typeof useHostSettings>["change"];
}

/** Choice of the proxy: the system's, none or a custom one, which is stored once its address is entered. */
function ProxySetting({ network, change }: ProxySettingProps) {
  const [choosing, setChoosing] = useState(false);
  const shown = choosing ? "manual" : network.proxy;
  const choose = (proxy: typeof shown) => {
    const incomplete = proxy === "manual" && !network.proxyUrl;
    setChoosing(incomplete);
    if (!incomplete && proxy !== network.proxy) change({ network: { proxy } });
  };
  return (
    <>
      <SettingRow title="Proxy" description="How Helve reaches services.">
        <Select
          label="Proxy"
          hideLabel
          value={shown}
          onChange={choose}
          options={[
            { value: "system", label: "Use system settings" },
            { value: "manual", label: "Custom" },
            { value: "none", label: "None" },
          ]}
        />
      </SettingRow>
      {shown === "manual" ? (
        <>
          <TextSetting
            label="Proxy address"
            placeholder="http://proxy.example:3128"
            value={network.proxyUrl}
            check={proxyError}
            onKeep={(text) => {
              change({ network: { proxy: "manual", proxyUrl: text.trim() } });
              setChoosing(false);
            }}
          />
          <TextSetting
            label="Bypass the proxy for"
            hint="Host names, separated by commas."
            value={network.bypass.join(", ")}
            onKeep={(text) => change({ network: { bypass: readHosts(text) } })}
          />
        </>
      ) : null}
    </>
  );
}

/** Returns what is wrong with the URL of a proxy, if anything. */
export function proxyError(text: string): string | undefined {
  if (!text.trim()) return undefined;
  if (!URL.canParse(text)) return "Such as http://proxy.example:3128";
  const { protocol } = new URL(text);
  return protocol === "http:" || protocol === "https:"
    ? undefined
    : "A proxy's address starts with http:// or https://";
}

/** Returns what is wrong with a text of certificates in PEM form, if anything. */
export function certificateError(text: string): string | undefined {
  if (!text.trim()) return undefined;
  const begins = text.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;
  const ends = text.match(/-----END CERTIFICATE-----/g)?.length ?? 0;
  if (text.includes("PRIVATE KEY-----")) return "This contains a private key. Only certificates belong here.";
  return begins > 0 && begins === ends
    ? undefined
    : "Paste whole certificates, from BEGIN to END CERTIFICATE.";
}

/** Returns the number of certificates in a PEM text. */
export const countCertificates = (text: string): number =>
  text.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;

/** Host names from a text, one a line or separated by commas or spaces. */
export const readHosts = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
