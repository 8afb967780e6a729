import { useState } from "react";
import type { Settings } from "../../../shared/host/settings.ts";
import { Select } from "../../ui/select.tsx";
import { certificateError, countCertificates, proxyError, readHosts } from "./network-checks.ts";
import { NumberSetting } from "./number-setting.tsx";
import { SettingRow } from "./setting-row.tsx";
import { TextSetting } from "./text-setting.tsx";
import type { useHostSettings } from "./use-host-settings.ts";
import { WithSettings } from "./with-settings.tsx";

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

/** A custom proxy is stored once its address is entered. */
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
