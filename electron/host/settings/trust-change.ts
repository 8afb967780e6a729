import { X509Certificate } from "node:crypto";
import type { Settings } from "../../../shared/host/settings.ts";
import type { Question } from "../../../shared/host/shell.ts";
import { splitCertificates } from "./split-certificates.ts";

/**
 * Returns what a change of settings would entrust to others: the proxy, the trusted certificates, the folder of
 * downloads. Null where it changes none of them. Removing a certificate, or going back to the system's
 * downloads folder, moves no trust.
 */
export function trustChange(from: Settings, to: Settings): Question | null {
  const details = [
    ...routeDetails(from.network, to.network),
    ...certificateDetails(from.network.certificates, to.network.certificates),
    ...folderDetails(from.storage.downloads, to.storage.downloads),
  ];
  return details.length > 0 ? { details } : null;
}

type Network = Settings["network"];

function routeDetails(from: Network, to: Network): string[] {
  if (routeOf(from) === routeOf(to)) return [];
  if (to.proxy === "none") return ["Reach services without a proxy"];
  const except = to.bypass.length > 0 ? `, except ${to.bypass.join(", ")}` : "";
  if (to.proxy === "system") return [`Reach services through the system's proxy${except}`];
  return [`Reach services through the proxy ${to.proxyUrl}${except}`];
}

const routeOf = ({ proxy, proxyUrl, bypass }: Network): string =>
  JSON.stringify([proxy, proxy === "manual" ? proxyUrl : "", bypass.toSorted()]);

function certificateDetails(from: string, to: string): string[] {
  const known = new Set(splitCertificates(from));
  return splitCertificates(to)
    .filter((pem) => !known.has(pem))
    .map((pem) => new X509Certificate(pem))
    .map(
      ({ subject, fingerprint256 }) =>
        `Trust every certificate of ${subject.split("\n").join(", ")} (SHA-256 ${fingerprint256})`,
    );
}

const folderDetails = (from: string, to: string): string[] =>
  to === from || to === "" ? [] : [`Write downloads to ${to}`];
