import { Select } from "../../ui/select.tsx";
import { certificateError, countCertificates, proxyError, readHosts } from "./network-checks.ts";
import { NumberSetting } from "./number-setting.tsx";
import { SettingRow } from "./setting-row.tsx";
import { TextSetting } from "./text-setting.tsx";
import { WithSettings } from "./with-settings.tsx";

export const NetworkSection = () => (
  <WithSettings>
    {({ network }, change) => (
      <>
        <SettingRow title="Proxy" description="How Helve reaches services.">
          <Select
            label="Proxy"
            hideLabel
            value={network.proxy}
            onChange={(proxy) => change({ network: { proxy } })}
            options={[
              { value: "system", label: "As the system is set up" },
              { value: "manual", label: "The one below" },
              { value: "none", label: "None" },
            ]}
          />
        </SettingRow>
        {network.proxy === "manual" ? (
          <>
            <TextSetting
              label="Proxy address"
              placeholder="http://proxy.example:3128"
              value={network.proxyUrl}
              check={proxyError}
              onKeep={(proxyUrl) => change({ network: { proxyUrl: proxyUrl.trim() } })}
            />
            <TextSetting
              label="Reached without the proxy"
              hint="Host names, separated by commas."
              value={network.bypass.join(", ")}
              onKeep={(text) => change({ network: { bypass: readHosts(text) } })}
            />
          </>
        ) : null}
        <TextSetting
          long
          label="Further certificate authorities"
          hint={
            countCertificates(network.certificates) > 0
              ? `${countCertificates(network.certificates)} trusted besides the system's own.`
              : "For services with a certificate of your own organisation: paste it in PEM form."
          }
          placeholder="-----BEGIN CERTIFICATE-----"
          value={network.certificates}
          check={certificateError}
          onKeep={(certificates) => change({ network: { certificates } })}
        />
        <NumberSetting
          title="Requests side by side"
          description="For one account. Fewer are kinder to a small service."
          unit="at once"
          value={network.concurrency}
          min={1}
          max={32}
          onChange={(concurrency) => change({ network: { concurrency } })}
        />
        <NumberSetting
          title="Patience"
          description="A read without a byte for this long fails."
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
