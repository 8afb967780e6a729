/** Seconds of the first and the last moment of the years 0 to 9999, which ISO 8601 writes in four digits. */
const firstSecond = -62_167_219_200;
const lastSecond = 253_402_300_799;

/** Minutes by which the time of a zone differs from UTC at most. */
const maxOffset = 14 * 60;

/**
 * Returns the date of a commit's header, such as `1312735823 +0200`, as ISO 8601; undefined where it has none that can be read. A
 * zone that is none does not alter the instant: it is then in UTC.
 */
export function readHeaderDate(text: string): string | undefined {
  const [, seconds, zone] = /^\s*(-?\d{1,15})(?:\s+(\S+))?/.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  const second = Number(seconds);
  const offset = readZone(zone ?? "");
  if (second + offset * 60 < firstSecond || second + offset * 60 > lastSecond) return undefined;
  const local = new Date((second + offset * 60) * 1000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** Returns the minutes by which a zone such as `+0530` differs from UTC; 0 for one that is none. */
function readZone(text: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d)(\d\d)$/.exec(text) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  if (sign === undefined || Number(minutes) > 59 || offset > maxOffset) return 0;
  return sign === "-" ? -offset : offset;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");
